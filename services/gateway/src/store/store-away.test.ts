import { type RunningServer, startServer } from '@outbound/node-service/http/server';
import express from 'express';
import { MongoNetworkError } from 'mongodb';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { renderError } from '../http/render-error.ts';

let running: RunningServer | undefined;
afterAll(() => running?.stop({ drainMs: 0, shutdownMs: 0 }));

test('responds 503 with Retry-After while the store is away, over MCP and OAuth', async () => {
  const errors = [
    new MongoNetworkError('connect ECONNREFUSED'),
    Object.assign(new Error('no server'), { name: 'MongoServerSelectionError' }),
  ];
  const app = express();
  for (const [index, error] of errors.entries())
    app.use([`/mcp/${index}`, `/oauth/${index}`], () => {
      throw error;
    });
  app.use(renderError(pino({ level: 'silent' })));
  running = await startServer(app, { host: '127.0.0.1', port: 0 });
  const { port } = running.server.address() as { port: number };
  for (const path of ['/mcp/0', '/mcp/1', '/oauth/0', '/oauth/1']) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '2']);
  }
});
