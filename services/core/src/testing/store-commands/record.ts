// Runs before each test file if STORE_COMMANDS=<folder> is set. Records every kind of store query that tests make the
// core send, once per process. Each record has the first values and the store function that sent the query.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { lookupsOf, shapeOf, shortened } from './lookup.ts';

const folder = process.env.STORE_COMMANDS;
const marked = mongoose as typeof mongoose & { isRecorded?: boolean };
const framesMax = 60;

/** Part of the core's store that issued the command. For a test's own queries, the test. */
function callerOf(stack: string): string {
  const files = [...stack.matchAll(/services\/core\/src\/([^:?)]+)/g)].map(([, file]) => file!);
  const behind = files.filter(
    (file) => file !== 'store/documents/transaction.ts' && !file.startsWith('testing/store-commands/'),
  );
  return behind.find((file) => file.startsWith('store/')) ?? behind[0] ?? 'unknown';
}

function record(folder: string): void {
  const seen = new Set<string>();
  const connect = mongoose.connect.bind(mongoose);
  const note = ({ commandName, command }: mongoose.mongo.CommandStartedEvent) => {
    for (const found of lookupsOf(commandName, command)) {
      const kind = JSON.stringify([found.command, found.collection, shapeOf(found.filter), found.sort, found.hint]);
      if (seen.has(kind)) continue;
      seen.add(kind);
      const limit = Error.stackTraceLimit;
      Error.stackTraceLimit = framesMax;
      const caller = callerOf(new Error().stack ?? '');
      Error.stackTraceLimit = limit;
      const line = mongoose.mongo.BSON.EJSON.stringify({ ...found, filter: shortened(found.filter), kind, caller });
      appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
    }
  };
  mongoose.connect = async (uri, options) => {
    const connected = await connect(uri, { ...options, monitorCommands: true });
    const client = mongoose.connection.getClient();
    client.off('commandStarted', note);
    client.on('commandStarted', note);
    return connected;
  };
}

if (folder && !marked.isRecorded) {
  marked.isRecorded = true;
  record(folder);
}
