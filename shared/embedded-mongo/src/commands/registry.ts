import { MongoError } from '../errors.ts';
import { aggregateCommands } from './aggregate.ts';
import { catalogueCommands } from './catalogue-commands.ts';
import type { Command } from './command.ts';
import { countCommands } from './count.ts';
import { deleteCommand } from './delete.ts';
import { explainCommand } from './explain.ts';
import { findCommands } from './find.ts';
import { findAndModifyCommand } from './find-and-modify.ts';
import { serverCommands } from './hello.ts';
import { indexCommands } from './index-commands.ts';
import { insertCommand } from './insert.ts';
import { sessionCommands } from './session-commands.ts';
import { statisticsCommands } from './statistics.ts';
import { updateCommand } from './update.ts';

const commands = new Map<string, Command>();

for (const command of [
  ...serverCommands,
  ...sessionCommands,
  ...findCommands,
  ...aggregateCommands,
  ...countCommands,
  insertCommand,
  updateCommand,
  deleteCommand,
  findAndModifyCommand,
  explainCommand,
  ...catalogueCommands,
  ...indexCommands,
  ...statisticsCommands,
]) {
  for (const name of command.names) commands.set(name, command);
}

export function findCommand(name: string): Command {
  const command = commands.get(name);
  if (!command) throw new MongoError(59, `no such command: '${name}'`);
  return command;
}
