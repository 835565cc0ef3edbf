import { gunzipSync, gzipSync } from 'node:zlib';
import Router from '@koa/router';
import type { AnyAction } from '../actions/definition/define-action.ts';
import { apiPrefix } from '../actions/definition/define-action.ts';
import { openApiDocument } from '../openapi/openapi.ts';

/** The document needs no key, because agents read it before they have one. */
export function openApiRoute(actions: readonly AnyAction[], baseUrl: string): Router {
  let made: Buffer | undefined;
  // Built on the first request to keep startup fast.
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
