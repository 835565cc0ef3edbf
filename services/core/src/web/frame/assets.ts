import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { badges, tokens } from '@outbound/design/tokens';
import type { WebMiddleware } from './web-deps.ts';

const types: Record<string, string> = {
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};
const folder = new URL('../assets/', import.meta.url);
const require = createRequire(import.meta.url);

interface Asset {
  content: Buffer;
  version: string;
  type: string;
  /** Bytes by content coding. Fonts are already compressed. */
  coded: Map<string, Buffer>;
}

function read(name: string): Buffer {
  return readFileSync(new URL(name, folder));
}

/** Files of a package, under the names that the pages use. */
function readPackage(path: string): Buffer {
  return readFileSync(require.resolve(path));
}

/** Joins the parts of the stylesheet or script, in the order of their names. */
function joined(kind: 'css' | 'js', shared: readonly [name: string, content: Buffer][] = []): Buffer {
  const names = globSync(`${kind}/**/*.${kind}`, { cwd: folder.pathname });
  const parts = new Map([...shared, ...names.map((name) => [name, read(name)] as const)]);
  return Buffer.concat([...parts.keys()].toSorted().map((name) => parts.get(name)!));
}

/** Shared with the pages of the gateway; the layers and the other parts build on it. */
const sharedStyles: [string, Buffer][] = [
  ['css/2-tokens.css', Buffer.from(tokens)],
  ['css/5-parts/badge.css', Buffer.from(badges)],
];

function assetOf(name: string, content: Buffer): [string, Asset] {
  const version = hash('sha256', content, 'hex').slice(0, 12);
  const extension = name.split('.').at(-1)!;
  const coded = new Map<string, Buffer>();
  if (extension !== 'woff2') coded.set('br', brotliCompressSync(content)).set('gzip', gzipSync(content, { level: 9 }));
  return [name, { content, version, type: types[extension]!, coded }];
}

/** Every page loads the Latin letters. Letters of other European names load only if a name needs them. */
const fonts = new Map([
  assetOf('geist-latin.woff2', readPackage('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2')),
  assetOf('geist-latin-ext.woff2', readPackage('@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2')),
]);

/** Font URLs contain versions, so that a browser can cache them permanently. */
function styleSheet(): Buffer {
  const withVersion = (_all: string, name: string) => `url("${name}?v=${fonts.get(name)!.version}")`;
  return Buffer.from(
    joined('css', sharedStyles)
      .toString()
      .replace(/url\("([\w-]+\.woff2)"\)/g, withVersion),
  );
}

export const assets: ReadonlyMap<string, Asset> = new Map([
  ...fonts,
  assetOf('app.css', styleSheet()),
  assetOf('app.js', joined('js')),
  assetOf('htmx.js', readPackage('htmx.org/dist/htmx.min.js')),
  assetOf('icons.svg', read('icons.svg')),
  assetOf('icon.svg', read('icon.svg')),
]);

/** URL of an asset for the templates. It changes with the content. */
export function assetHref(name: string): string {
  return `/app/assets/${name}?v=${assets.get(name)!.version}`;
}

export const serveAsset: WebMiddleware = async (ctx) => {
  const asset = assets.get(ctx.params.name);
  if (!asset) return ctx.throw(404);
  ctx.set('Cache-Control', ctx.query.v === asset.version ? 'public, max-age=31536000, immutable' : 'no-cache');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.vary('Accept-Encoding');
  ctx.etag = asset.version;
  ctx.type = asset.type;
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const coding = ctx.acceptsEncodings(...asset.coded.keys(), 'identity');
  const coded = asset.coded.get(String(coding));
  if (coded !== undefined) ctx.set('Content-Encoding', String(coding));
  ctx.body = coded ?? asset.content;
};
