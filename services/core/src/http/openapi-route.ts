import { gunzipSync, gzipSync } from 'node:zlib';
import Router from '@koa/router';
import type { AnyAction } from '../actions/definition/define-action.ts';
import { apiPrefix } from '../actions/definition/define-action.ts';
import { asAsyncApi } from '../openapi/asyncapi.ts';
import { openApiDocument } from '../openapi/openapi.ts';
import { asOpenApi30 } from '../openapi/openapi-3-0.ts';

type Json = Record<string, unknown>;

/** Renderings of the contract, by file name. */
const renderings: Record<string, (document: Json) => Json> = {
  'openapi.json': (document) => document,
  'openapi-3.0.json': asOpenApi30,
  'asyncapi.json': asAsyncApi,
};

/** The documents need no key, because agents read them before they have one. */
export function openApiRoute(actions: readonly AnyAction[], baseUrl: string): Router {
  const made = new Map<string, Buffer>();
  const router = new Router({ prefix: apiPrefix });
  for (const [file, render] of Object.entries(renderings)) {
    // Built on the first request to keep startup fast.
    const document = () => {
      const known = made.get(file) ?? gzipSync(JSON.stringify(render(openApiDocument(actions, baseUrl))));
      made.set(file, known);
      return known;
    };
    router.get(`/${file}`, (ctx) => {
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
  }
  return router;
}
