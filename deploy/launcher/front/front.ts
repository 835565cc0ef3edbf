import { randomUUID } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createProxyServer } from 'http-proxy-3';
import { believeProxies, trustedBy } from './believe-proxies.ts';
import { ConnectionLimits } from './connection-limits.ts';
import { judgedPath } from './judged-path.ts';
import type { ReadinessReport } from './readiness.ts';
import { watchBody } from './slow-bodies.ts';

export type ServiceName = 'core' | 'gateway';

export interface FrontOptions {
  readiness: {
    report(): Promise<ReadinessReport>;
    untilServing(name: ServiceName, limitMs: number): Promise<boolean>;
  };
  /** Address of a service; undefined before its first start. */
  urlOf(name: ServiceName): string | undefined;
  /** Called before a request is forwarded, with its method and path. */
  onForward?(name: ServiceName, request: string): void;
  /** From `TRUST_PROXY`. */
  trustProxy: string;
}

/** Same as the core. Node gives bodies 300 s, which large files can need. Clients close idle connections. */
const limits = {
  maxHeaderSize: 64 * 1024,
  headersTimeout: 10_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
};
const gatewayPaths = /^\/(mcp|oauth|\.well-known)(\/|$)/;
const corePaths = /^\/(api\/public\/v1|app|u)(\/|$)/;
const idleSocketsMax = 256;
/** Longest wait, and largest number of waiting requests, while a service restarts. */
const holdMs = 5_000;
const heldMax = 1_000;

export interface Front {
  server: Server;
  connections: Pick<ConnectionLimits, 'total' | 'rejected'>;
  /** Closes every connection with its next response. */
  drain(): void;
}

const oddPathText = 'The path must not contain dot segments, double slashes, or encoded separators.';

/** One public port: MCP and OAuth go to the gateway. The API, the application, and unsubscribe links go to the core. */
export function createFront({ readiness, urlOf, trustProxy, onForward = () => {} }: FrontOptions): Front {
  let held = 0;
  let isDraining = false;
  const believe = believeProxies(trustProxy);
  const proxy = createProxy(() => isDraining);

  async function forward(request: IncomingMessage, response: ServerResponse, name: ServiceName): Promise<void> {
    if (held >= heldMax) return answerUnavailable(response);
    held += 1;
    const isServing = await readiness.untilServing(name, holdMs).finally(() => {
      held -= 1;
    });
    const target = urlOf(name);
    if (!isServing || target === undefined) return answerUnavailable(response);
    if (request.destroyed) return;
    onForward(name, `${request.method} ${shownPath(request.url)}`);
    giveDeadline(request, response);
    watchBody(request, () => answerSlow(request, response));
    proxy.web(request, response, { target });
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isDraining) response.setHeader('connection', 'close');
    believe(request);
    // Some readers take the first host, others the last (RFC 9112 section 3.2).
    if ((request.headersDistinct.host?.length ?? 0) > 1)
      return answerJson(response, 400, 'malformed_request', 'A request must name exactly one host.');
    const path = judgedPath(request.url);
    if (path === undefined) return answerJson(response, 400, 'malformed_request', oddPathText);
    if (path === '/healthz') return writeJson(response, 200, { ok: true });
    if (path === '/readyz') return answerReadiness(response, await readiness.report());
    if (gatewayPaths.test(path)) return forward(request, response, 'gateway');
    if (corePaths.test(path)) return forward(request, response, 'core');
    if (path !== '/')
      return answerJson(response, 404, 'not_found', `There is no ${path}. See /app, /mcp and /api/public/v1.`);
    response.writeHead(302, { location: '/app' }).end();
  }

  const connections = new ConnectionLimits({ isTrusted: trustedBy(trustProxy) });
  const server = createServer(limits, (request, response) => void route(request, response));
  connections.watch(server);
  return {
    server,
    connections,
    drain: () => {
      isDraining = true;
    },
  };
}

function createProxy(isDraining: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: idleSocketsMax });
  const proxy = createProxyServer({ agent, xfwd: true });
  proxy.on('error', (_error, _request, response) => {
    if (response && 'writeHead' in response) answerUnavailable(response as ServerResponse);
  });

  // Headers of the service replace those set before.
  proxy.on('proxyRes', ({ headers }) => {
    if (isDraining()) headers.connection = 'close';
  });
  return proxy;
}

/** Links to unsubscribe carry a token. */
function shownPath(url = ''): string {
  return url.split('?')[0]!.replace(/^\/u\/.*/, '/u/…');
}

/** From the end of the request to the first byte of the response. What streams afterwards may take its time. */
const responseMs = 90_000;

function giveDeadline(request: IncomingMessage, response: ServerResponse): void {
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer = setTimeout(() => {
      if (response.headersSent) return;
      response.setHeader('connection', 'close');
      answerUnavailable(response);
    }, responseMs);
  };
  if (request.complete) begin();
  else request.once('end', begin);
  response.once('close', () => clearTimeout(timer));
}

const slowText = 'The body arrived slower than 1 KB/s for 10 s. Send it again over a faster connection.';

function answerSlow({ socket }: IncomingMessage, response: ServerResponse): void {
  // The part has already rejected the request, without its body.
  if (response.headersSent) return void socket.destroy();
  response.setHeader('connection', 'close');
  response.once('finish', () => socket.destroySoon());
  answerJson(response, 408, 'malformed_request', slowText);
}

function answerReadiness(response: ServerResponse, report: ReadinessReport): void {
  writeJson(response, report.ok ? 200 : 503, report, { 'cache-control': 'no-store' });
}

function answerUnavailable(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.setHeader('retry-after', '2');
  answerJson(response, 503, 'unavailable', 'Outbound is starting or restarting; try again in a few seconds.');
}

/** A complete API error, so that clients can parse it with the usual schema. */
function answerJson(response: ServerResponse, status: number, code: string, message: string): void {
  const requestId = `req_${randomUUID()}`;
  const error = { code, message, retryable: status === 503, requestId, docs: `/api/public/v1/docs#error-${code}` };
  writeJson(response, status, { ok: false, summary: message, data: null, error }, { 'x-request-id': requestId });
}

function writeJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
