import { gunzipSync, gzipSync } from 'node:zlib';
import Router from '@koa/router';
import type { AnyAction } from '../actions/definition/define-action.ts';
import { apiPrefix } from '../actions/definition/define-action.ts';
import { openApiDocument } from '../openapi/openapi.ts';

/** The document is open to everyone: an agent reads it before it has a key. */
export function openApiRoute(actions: readonly AnyAction[], baseUrl: string): Router {
  let made: Buffer | undefined;
  // Made at the first request for it, as a start waits for nothing that it does not need.
  const document = () => {
    made ??= gzipSync(JSON.stringify(openApiDocument(actions, baseUrl)));
    return made;
  };
  const router = new Router({ prefix: apiPrefix });
  router.get('/openapi.json', (ctx) => {
    ctx.type = 'application/json';
    ctx.vary('Accept-Encoding');
    if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') {
      ctx.body = gunzipSync(document());
      return;
    }
    ctx.set('Content-Encoding', 'gzip');
    ctx.body = document();
    ctx.type = 'application/json';
  });
  return router;
}
