import { MongoError } from '../errors.ts';
import type { Call, Command } from './command.ts';
import { ok, type Reply } from './error-reply.ts';

async function commit(call: Call): Promise<Reply> {
  if (!call.session || call.retryNumber === undefined)
    throw new MongoError(251, 'commitTransaction needs a transaction');
  await call.server.sessions.commit(call.session, call.retryNumber);
  return { ok };
}

function abort(call: Call): Reply {
  if (!call.session || call.retryNumber === undefined)
    throw new MongoError(251, 'abortTransaction needs a transaction');
  call.server.sessions.current(call.session, call.retryNumber);
  call.server.sessions.abort(call.session);
  return { ok };
}

function endSessions(call: Call): Reply {
  const sessions = Array.isArray(call.body[call.name]) ? (call.body[call.name] as unknown[]) : [];
  for (const lsid of sessions) call.server.sessions.end(lsid);
  return { ok };
}

export const sessionCommands: Command[] = [
  { names: ['commitTransaction'], inTransaction: true, isWrite: true, run: commit },
  { names: ['abortTransaction'], inTransaction: true, run: abort },
  { names: ['endSessions', 'killSessions'], run: endSessions },
  { names: ['startSession', 'refreshSessions'], run: () => ({ ok }) },
];
