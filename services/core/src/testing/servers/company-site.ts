import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SiteReader, siteReader } from '../../providers/research/site-reader.ts';

const pages: Record<string, string> = {
  '/': '<title>Analytical Engines</title><h1>Engines</h1><p>We build engines.</p><a href="/about">About us</a>',
  '/about': '<title>About us</title><p>Our CTO, Ada Lovelace, won the Engine Award 2025.</p>',
};

let started: Promise<SiteReader> | undefined;

/** Reads the same small site for every domain. Its server ends with the process. */
export function companySite(): Promise<SiteReader> {
  started ??= start();
  return started;
}

async function start(): Promise<SiteReader> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return siteReader({ isPrivateHostAllowed: true, startsOf: () => [url], limits: { gapMs: 0 } });
}
