import { MongoError } from '../errors.ts';
import { DatabaseCopy } from '../storage/copy/database-copy.ts';
import type { Call, Command } from './command.ts';
import { ok, type Reply } from './error-reply.ts';

const megabyte = 1024 * 1024;

/**
 * Commands specific to this server. `beginBackup` captures the state of one moment, `backupStatus` reports the progress
 * of the copy and where it is served, and `endBackup` removes it.
 */
async function begin(call: Call): Promise<Reply> {
  const { engine } = call;
  if (engine.copy?.state === 'copying' || engine.copy?.state === 'serving')
    throw new MongoError(117, 'another backup is being made');
  if (engine.isBeginningCopy) throw new MongoError(117, 'another backup is being made');
  engine.isBeginningCopy = true;
  try {
    engine.copy = await DatabaseCopy.begin(engine.store, engine.now);
  } finally {
    engine.isBeginningCopy = false;
  }
  return status(call);
}

function status({ engine }: Call): Reply {
  const { copy } = engine;
  if (copy === undefined) throw new MongoError(20, 'no backup is being made');
  if (copy.state === 'failed') throw new MongoError(125, `the copy for a backup was given up: ${copy.problem}`);
  const [bytes] = engine.store.writer.get<[number]>('PRAGMA page_size')!;
  return {
    state: copy.state,
    at: copy.at!,
    copiedMegabytes: (copy.copiedPages * bytes) / megabyte,
    totalMegabytes: (copy.totalPages * bytes) / megabyte,
    ...(copy.uri !== undefined && { uri: copy.uri }),
    ok,
  };
}

async function end({ engine }: Call): Promise<Reply> {
  await engine.copy?.end();
  engine.copy = undefined;
  return { ok };
}

export const backupCommands: Command[] = [
  { names: ['beginBackup'], isAdministrative: true, fields: [], run: begin },
  { names: ['backupStatus'], isAdministrative: true, fields: [], run: status },
  { names: ['endBackup'], isAdministrative: true, fields: [], run: end },
];
