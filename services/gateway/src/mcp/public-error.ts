import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import { ToolError } from '../errors/errors.ts';
import type { Params } from './catalog/catalog.ts';

/** The SDK sends the message of any thrown error to the client, so only errors with a public text may pass. */
export async function withPublicErrors<T>(answer: () => T | Promise<T>, log: Logger, data?: Params): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    const shown = toPublicError(error, data);
    if (shown.code === ProtocolErrorCode.InternalError) log.error({ err: error }, 'request failed');
    throw shown;
  }
}

function toPublicError(error: unknown, data?: Params): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (error instanceof ToolError) return new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, data);
  return new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong on our side; try again later.');
}
