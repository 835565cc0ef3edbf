import { MongoError } from '../errors.ts';
import type { Call, Command } from './command.ts';
import { ok, type Reply } from './error-reply.ts';

async function commit(call: Call): Promise<Reply> {
  if (!call.session || call.retryNumber === undefined)
    throw new MongoError(251, 'commitTransaction needs a transaction');
  await call.engine.sessions.commit(call.session, call.retryNumber);
  return { ok };
}

function abort(call: Call): Reply {
  if (!call.session || call.retryNumber === undefined)
    throw new MongoError(251, 'abortTransaction needs a transaction');
  call.engine.sessions.current(call.session, call.retryNumber);
  call.engine.sessions.abort(call.session);
  return { ok };
}

function endSessions(call: Call): Reply {
  const sessions = Array.isArray(call.body[call.name]) ? (call.body[call.name] as unknown[]) : [];
  for (const lsid of sessions) call.engine.sessions.end(lsid);
  return { ok };
}

function killAll(call: Call): Reply {
  call.engine.sessions.abortAll();
  return { ok };
}

function configureFailPoint(call: Call): Reply {
  const { failPoints } = call.engine;
  if (!failPoints) throw new MongoError(59, "no such command: 'configureFailPoint' (--fail-points allows it)");
  return failPoints.configure(call.body);
}

export const sessionCommands: Command[] = [
  { names: ['commitTransaction'], inTransaction: true, isWrite: true, run: commit },
  { names: ['abortTransaction'], inTransaction: true, run: abort },
  { names: ['endSessions', 'killSessions'], run: endSessions },
  { names: ['killAllSessions'], run: killAll },
  { names: ['configureFailPoint'], isAdministrative: true, run: configureFailPoint },
  { names: ['startSession', 'refreshSessions'], run: () => ({ ok }) },
];
