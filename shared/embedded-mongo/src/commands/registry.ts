import { MongoError } from '../errors.ts';
import { authenticationCommands } from './authentication.ts';
import { backupCommands } from './backup-commands.ts';
import { catalogueCommands } from './catalogue/catalogue-commands.ts';
import { collModCommand } from './catalogue/collection-changes.ts';
import { indexCommands } from './catalogue/index-commands.ts';
import { statisticsCommands } from './catalogue/statistics.ts';
import type { Command } from './command.ts';
import { serverCommands } from './hello.ts';
import { aggregateCommands } from './pipelines/aggregate.ts';
import { countCommand } from './reading/count.ts';
import { distinctCommand } from './reading/distinct.ts';
import { explainCommand } from './reading/explain.ts';
import { findCommands } from './reading/find.ts';
import { sessionCommands } from './session-commands.ts';
import { bulkWriteCommand } from './writing/bulk-write.ts';
import { deleteCommand } from './writing/delete.ts';
import { findAndModifyCommand } from './writing/find-and-modify.ts';
import { insertCommand } from './writing/insert.ts';
import { updateCommand } from './writing/update.ts';

const commands = new Map<string, Command>();

for (const command of [
  ...serverCommands,
  ...authenticationCommands,
  ...sessionCommands,
  ...findCommands,
  ...aggregateCommands,
  countCommand,
  distinctCommand,
  insertCommand,
  updateCommand,
  deleteCommand,
  bulkWriteCommand,
  findAndModifyCommand,
  explainCommand,
  ...catalogueCommands,
  ...indexCommands,
  collModCommand,
  ...statisticsCommands,
  ...backupCommands,
]) {
  for (const name of command.names) commands.set(name, command);
}

export function findCommand(name: string): Command {
  const command = commands.get(name);
  if (!command) throw new MongoError(59, `no such command: '${name}'`);
  return command;
}
