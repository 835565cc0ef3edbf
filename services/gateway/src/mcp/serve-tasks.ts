import {
  fromJsonSchema,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ClientCall, Params } from './catalog/catalog.ts';
import type { ServerDeps } from './create-server.ts';
import { withPublicErrors } from './public-error.ts';

const tasksId = 'io.modelcontextprotocol/tasks';
/** The extension Tasks (2026-07-28): a call that starts long work returns a task, whose state the client reads. */
export const tasksExtension = { [tasksId]: {} };

const params = fromJsonSchema<{ taskId: string }>({
  type: 'object',
  properties: { taskId: { type: 'string', minLength: 1, maxLength: 200 } },
  required: ['taskId'],
});

/** True if the request declares that its client takes tasks. */
export function takesTasks({ extensions }: Params): boolean {
  return typeof extensions === 'object' && extensions !== null && tasksId in extensions;
}

/** The error for a client that needs the extension and does not declare it. */
export function tasksNotDeclared(): MissingRequiredClientCapabilityError {
  return new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: tasksExtension } });
}

/** A task of another caller looks like one that never existed. */
export function serveTasks(
  server: Server,
  { catalog, log }: ServerDeps,
  callOf: (ctx: ServerContext) => ClientCall,
): void {
  serve('tasks/get', async (id, call) => ({ ...known(await catalog.readTask(id, call)) }));
  serve('tasks/update', async (id, call) => {
    known(await catalog.updateTask(id, call.inputResponses, call));
    return {};
  });
  serve('tasks/cancel', async (id, call) => {
    known(await catalog.cancelTask(id, call));
    return {};
  });

  function serve(method: string, answer: (id: string, call: ClientCall) => Promise<Params>): void {
    server.setRequestHandler(method, { params }, ({ taskId }, ctx) =>
      withPublicErrors(async () => {
        const call = callOf(ctx);
        if (!takesTasks(call.capabilities)) throw tasksNotDeclared();
        return answer(taskId, call);
      }, log),
    );
  }
}

function known<T>(found: T | undefined | false): T {
  if (found === undefined || found === false)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no task with this taskId, or it has expired.');
  return found;
}
