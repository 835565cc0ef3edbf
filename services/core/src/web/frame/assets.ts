import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { WebMiddleware } from './web-deps.ts';

const types: Record<string, string> = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };

function read(name: string): Buffer {
  return readFileSync(new URL(`../assets/${name}`, import.meta.url));
}

/** The parts of the stylesheet or of the script as one, in the order of their names. */
function joined(kind: 'css' | 'js'): Buffer {
  const names = readdirSync(new URL(`../assets/${kind}`, import.meta.url)).filter((name) => name.endsWith(`.${kind}`));
  return Buffer.concat(names.toSorted().map((name) => read(`${kind}/${name}`)));
}

function assetOf(name: string, content: Buffer) {
  return { content, version: hash('sha256', content, 'hex').slice(0, 12), type: types[name.split('.').at(-1)!]! };
}

const assets = new Map([
  ['app.css', assetOf('app.css', joined('css'))],
  ['app.js', assetOf('app.js', joined('js'))],
  ['icon.svg', assetOf('icon.svg', read('icon.svg'))],
]);

/** For the templates: the address changes with the content, so a browser may keep the file for good. */
export const assetVersions = {
  css: assets.get('app.css')!.version,
  js: assets.get('app.js')!.version,
};

export const serveAsset: WebMiddleware = async (ctx) => {
  const asset = assets.get(ctx.params.name);
  if (!asset) return ctx.throw(404);
  ctx.set('Cache-Control', ctx.query.v === asset.version ? 'public, max-age=31536000, immutable' : 'no-cache');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.etag = asset.version;
  ctx.type = asset.type;
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = asset.content;
};
