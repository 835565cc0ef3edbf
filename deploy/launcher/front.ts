import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createProxyServer } from 'http-proxy-3';

export interface Targets {
  core: string;
  gateway: string;
}

const gatewayPaths = /^\/(mcp|oauth|\.well-known)(\/|\?|$)/;
const corePaths = /^\/(api\/public\/v1|app|u)(\/|\?|$)/;
const idleSocketsMax = 256;

/** One public port: MCP and OAuth go to the gateway, the API, the application and unsubscribe links to the core. */
export const createFront = (): { server: Server; open(targets: Targets): void } => {
  let targets: Targets | undefined;
  const agent = new Agent({ keepAlive: true, maxFreeSockets: idleSocketsMax });
  const proxy = createProxyServer({ agent, xfwd: true });
  proxy.on('error', (_error, _request, response) => {
    if (response && 'writeHead' in response && !response.headersSent) unavailable(response as ServerResponse);
  });
  const server = createServer((request, response) => {
    if (targets === undefined) return unavailable(response);
    route(request, response, targets, (target) => proxy.web(request, response, { target }));
  });
  return {
    server,
    open(opened) {
      targets = opened;
    },
  };
};

const route = (
  request: IncomingMessage,
  response: ServerResponse,
  targets: Targets,
  forward: (target: string) => void,
): void => {
  const path = request.url ?? '/';
  const target = targetOf(path, targets);
  if (target !== undefined) {
    forward(target);
    return;
  }
  if (path === '/' || path.startsWith('/?')) {
    response.writeHead(302, { location: '/app' }).end();
    return;
  }
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      ok: false,
      summary: `There is no ${path.split('?')[0]}. See /app, /mcp and /api/public/v1.`,
      data: null,
    }),
  );
};

const targetOf = (path: string, { core, gateway }: Targets): string | undefined => {
  if (gatewayPaths.test(path)) return gateway;
  return corePaths.test(path) || path === '/healthz' || path === '/readyz' ? core : undefined;
};

const unavailable = (response: ServerResponse): void => {
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' });
  response.end(
    JSON.stringify({ ok: false, summary: 'Outbound is starting or restarting; try again in a moment.', data: null }),
  );
};
