import { gzipSync } from 'node:zlib';
import Router from '@koa/router';
import type { AnyAction } from '../actions/define-action.ts';
import { openApiDocument } from '../actions/openapi/openapi.ts';
import { apiPrefix } from './match-action.ts';

/** The document is open to everyone: an agent reads it before it has a key. */
export const openApiRoute = (actions: readonly AnyAction[], baseUrl: string): Router => {
  const document = JSON.stringify(openApiDocument(actions, baseUrl));
  const compressed = gzipSync(document);
  const router = new Router({ prefix: apiPrefix });
  router.get('/openapi.json', (ctx) => {
    ctx.type = 'application/json';
    ctx.vary('Accept-Encoding');
    if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') {
      ctx.body = document;
      return;
    }
    ctx.set('Content-Encoding', 'gzip');
    ctx.body = compressed;
    ctx.type = 'application/json';
  });
  return router;
};
