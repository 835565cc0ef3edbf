import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import { apiPrefix } from '../match-action.ts';
import { docsPage } from './docs-page.ts';

const base = `${apiPrefix}/docs`;
const rendererFolder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
const ownFolder = import.meta.dirname;

/** All that the page needs lies here: it works without internet. */
const assets: Record<string, { folder: string; type: string }> = {
  'swagger-ui-bundle.js': { folder: rendererFolder, type: 'text/javascript' },
  'swagger-ui.css': { folder: rendererFolder, type: 'text/css' },
  'reference.js': { folder: ownFolder, type: 'text/javascript' },
  'reference.css': { folder: ownFolder, type: 'text/css' },
};

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API reference, open to everyone. */
export const docsRoute = (): Router => {
  const page = docsPage(base);
  const router = new Router();
  router.get(base, (ctx) => {
    ctx.set('Content-Security-Policy', contentSecurityPolicy);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.type = 'text/html';
    ctx.body = page;
  });
  router.get(`${base}/:file`, async (ctx, next) => {
    const asset = assets[ctx.params.file!];
    if (asset === undefined) return next();
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.type = asset.type;
    ctx.body = await readFile(join(asset.folder, ctx.params.file!));
  });
  return router;
};
