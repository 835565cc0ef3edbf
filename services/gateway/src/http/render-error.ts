import { isFullDisk } from '@outbound/node-service/store/full-disk';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { GatewayError } from '../errors/errors.ts';
import { fullDiskText } from '../errors/full-disk-text.ts';
import { isStoreAway, storeAwayText } from '../store/store-away.ts';

/**
 * JSON-RPC codes for rejections by the transport: -32700 parse error, -32600 invalid request, -32000 for all others.
 */
const rpcCodes: Record<string, number> = { unparsable: -32700, malformed: -32600 };

export const notFound: RequestHandler = () => {
  throw new GatewayError('not_found', 'There is nothing at this address.');
};

/** The only place that turns a thrown error into a response. */
export function renderError(log: Logger): ErrorRequestHandler {
  return (thrown, req, res, _next) => {
    const { requestId } = res.locals;
    const error = thrown instanceof GatewayError ? thrown : readKnownError(thrown);
    if (!error) log.error({ err: thrown, requestId }, 'request failed');
    const status = error?.status ?? 500;
    const message = error?.message ?? `Something went wrong on our side (request ${requestId}).`;
    if (res.headersSent) {
      res.destroy();
      return;
    }
    res.status(status).set(error?.headers ?? {});
    if (/^\/mcp(\/directory)?\/?$/i.test(req.path)) {
      const code = isUnparsable(thrown) ? rpcCodes.unparsable : (rpcCodes[error?.code ?? ''] ?? -32000);
      res.json({ jsonrpc: '2.0', id: null, error: { code, message } });
    } else {
      res.json({ error: oauthErrorCode(status), error_description: message });
    }
  };
}

interface ParserError {
  type?: string;
  status?: number;
  code?: string;
  /** Limit in bytes. */
  limit?: number;
}

function readKnownError(thrown: unknown): GatewayError | undefined {
  if (isFullDisk(thrown)) return new GatewayError('unavailable', fullDiskText, { 'Retry-After': '30' });
  if (isStoreAway(thrown)) return new GatewayError('unavailable', storeAwayText, { 'Retry-After': '2' });
  return readParserError(thrown);
}

/** body-parser's own errors have a `type`. */
function readParserError(thrown: unknown): GatewayError | undefined {
  const { type, status, code, limit = 0 } = thrown as ParserError;
  if (type === 'entity.too.large') return new GatewayError('too_large', `The body is larger than ${limit / 1024} kB.`);
  // The body doesn't match its Content-Encoding. zlib's own errors have no type.
  if (/^(Z_|ERR__ERROR_|ZSTD_)/.test(code ?? ''))
    return new GatewayError('malformed', 'The body does not match its Content-Encoding.');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new GatewayError('unsupported_media_type', 'The encoding of the body is not supported.');
  }
  if (type === 'entity.not.utf8') return new GatewayError('malformed', 'The body is not valid UTF-8.');
  if (type !== undefined && status !== undefined && status < 500)
    return new GatewayError('malformed', 'The body is not valid JSON.');
  return undefined;
}

function isUnparsable(thrown: unknown): boolean {
  return (thrown as { type?: string }).type === 'entity.parse.failed';
}

function oauthErrorCode(status: number): string {
  if (status === 401) return 'invalid_token';
  if (status === 429) return 'slow_down';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
