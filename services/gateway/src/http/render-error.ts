import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { GatewayError } from '../errors.ts';

/** JSON-RPC codes for refusals of the transport: -32700 parse error, -32600 invalid request, -32000 the rest. */
const RPC_CODES: Record<string, number> = { unparsable: -32700, malformed: -32600 };

export const notFound: RequestHandler = () => {
  throw new GatewayError('not_found', 'There is nothing at this address.');
};

/** The only place that turns what was thrown into an answer. */
export function renderError(log: Logger): ErrorRequestHandler {
  return (thrown, req, res, _next) => {
    const { requestId } = res.locals;
    const error = thrown instanceof GatewayError ? thrown : readParserError(thrown);
    if (!error) log.error({ err: thrown, requestId }, 'request failed');
    const status = error?.status ?? 500;
    const message = error?.message ?? `Something went wrong on our side (request ${requestId}).`;
    if (res.headersSent) {
      res.destroy();
      return;
    }
    res.status(status).set(error?.headers ?? {});
    if (req.path === '/mcp') {
      const code = isUnparsable(thrown) ? RPC_CODES.unparsable : (RPC_CODES[error?.code ?? ''] ?? -32000);
      res.json({ jsonrpc: '2.0', id: null, error: { code, message } });
    } else {
      res.json({ error: oauthCode(status), error_description: message });
    }
  };
}

/** body-parser's own errors carry a `type`. */
function readParserError(thrown: unknown): GatewayError | undefined {
  const { type, status } = thrown as { type?: string; status?: number };
  if (type === 'entity.too.large') return new GatewayError('too_large', 'The body is larger than 4 MB.');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new GatewayError('unsupported_media_type', 'The encoding of the body is not supported.');
  }
  if (type !== undefined && status !== undefined && status < 500)
    return new GatewayError('malformed', 'The body is not valid JSON.');
  return undefined;
}

function isUnparsable(thrown: unknown): boolean {
  return (thrown as { type?: string }).type === 'entity.parse.failed';
}

function oauthCode(status: number): string {
  if (status === 401) return 'invalid_token';
  if (status === 429) return 'slow_down';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
