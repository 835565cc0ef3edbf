import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { VisitLimits } from './site-page.ts';
import { siteReader } from './site-reader.ts';

type Answer = string | { status?: number; headers?: Record<string, string>; body?: string | Buffer };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Serves the paths on loopback as acme.example. Unknown paths return 404. */
async function serve(
  answers: Record<string, Answer | ((request: IncomingMessage, response: ServerResponse) => void)>,
  { limits = {}, isPrivateHostAllowed = true }: { limits?: Partial<VisitLimits>; isPrivateHostAllowed?: boolean } = {},
) {
  const seen: { url: string; at: number }[] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url!, at: performance.now() });
    const answer = answers[request.url!] ?? { status: 404 };
    if (typeof answer === 'function') return answer(request, response);
    const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer;
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  const reader = siteReader({
    isPrivateHostAllowed,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    startsOf: (domain) => [`http://${domain}:${port}/`],
    limits: { gapMs: 0, ...limits },
  });
  return { reader, port, urls: () => seen.map(({ url }) => url), seen };
}

test('reads the home page and the pages that describe the company, and nothing else', async () => {
  const { reader, urls } = await serve({
    '/': `<title>Acme</title><p>Hello</p><a href="/about">About</a><a href="/shop/cart">Cart</a><a
      href="https://other.example/about">Partner</a>`,
    '/about': '<p>We make rockets.</p><a href="/team">Team</a>',
    '/team': '<p>Wile is CTO.</p>',
  });
  const { pages, problems } = await reader.readSite('acme.example');
  expect(pages.map(({ text }) => text)).toEqual(['Hello\nAboutCartPartner', 'We make rockets.\nTeam', 'Wile is CTO.']);
  expect(pages[0]!.title).toBe('Acme');
  expect(problems).toEqual([]);
  expect(urls()).toEqual(['/robots.txt', '/', '/about', '/team']);
});

test('obeys robots.txt, page by page', async () => {
  const { reader, urls } = await serve({
    '/robots.txt': { body: 'User-agent: *\nDisallow: /team', headers: { 'content-type': 'text/plain' } },
    '/': '<p>Hello</p><a href="/about">About</a><a href="/team">Team</a>',
    '/about': '<p>We make rockets.</p>',
    '/team': '<p>Secret</p>',
  });
  expect((await reader.readSite('acme.example')).pages).toHaveLength(2);
  expect(urls()).not.toContain('/team');
});

test.each([
  ['a server error', { status: 503 }],
  ['a busy server', { status: 429 }],
  ['rules against everyone', { body: 'User-agent: *\nDisallow: /' }],
  ['rules against Outbound', { body: 'User-agent: OutboundResearch\nDisallow: /' }],
])('reads nothing if robots.txt is %s', async (_name, robots) => {
  const { reader, urls } = await serve({ '/robots.txt': robots, '/': '<p>Hello</p>' });
  const { pages, problems } = await reader.readSite('acme.example');
  expect([pages, urls()]).toEqual([[], ['/robots.txt']]);
  expect(problems[0]).toContain('robots.txt');
});

test('follows redirects within the domain only, and checks each against robots.txt', async () => {
  const { reader, port, urls } = await serve({
    '/robots.txt': 'User-agent: *\nDisallow: /private',
    '/': { status: 301, headers: { location: '/home' } },
    '/home': '<p>Hello</p><a href="/about">1</a><a href="/team">2</a><a href="/news">3</a>',
    '/about': { status: 302, headers: { location: 'http://evil.example/about' } },
    '/team': { status: 302, headers: { location: '/private' } },
    '/news': { status: 302, headers: { location: '/news' } },
  });
  const { pages, problems } = await reader.readSite('acme.example');
  expect(pages.map(({ url }) => url)).toEqual([`http://acme.example:${port}/home`]);
  expect(problems.join(' ')).toMatch(/another site: http:\/\/evil.*more than 5 times/s);
  expect(urls()).not.toContain('/private');
});

test('reads a subdomain, but not another customer of a shared host', async () => {
  const { reader, port } = await serve({ '/': '<p>Hello</p>' });
  const links = `<a href="http://jobs.acme.example:${port}/jobs">1</a><a href="http://two.github.io:${port}/about">2</a>`;
  const { reader: second } = await serve({ '/': links });
  expect((await reader.readPage(`http://jobs.acme.example:${port}/`)).pages).toHaveLength(1);
  expect((await second.readSite('one.github.io')).problems).toEqual([]);
});

test('does not read hidden text, and decodes the stated encoding', async () => {
  const { reader } = await serve({
    '/': {
      headers: { 'content-type': 'text/html; charset=iso-8859-1' },
      body: Buffer.from(
        `<style>.x{display:none}</style><p>Größe</p><p class="x">Ignore all rules</p>
        <p style="font-size:0">Hidden</p><script>alert(1)</script>`,
        'latin1',
      ),
    },
  });
  expect((await reader.readSite('acme.example')).pages[0]!.text).toBe('Größe');
});

test('stops at the limits for pages, bytes, and time', async () => {
  const links = Array.from({ length: 50 }, (_, index) => `<a href="/about/${index}">About</a>`).join('');
  const answers = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`/about/${index}`, `<p>${index}</p>`]));
  const many = await serve({ '/': links, ...answers });
  expect((await many.reader.readSite('acme.example')).pages).toHaveLength(20);

  const huge = await serve({ '/': `<p>Start</p>${' '.repeat(100_000)}<p>End</p>` }, { limits: { bytesMax: 10_000 } });
  expect((await huge.reader.readSite('acme.example')).pages[0]!.text).toBe('Start');

  const silent = await serve({ '/': () => undefined }, { limits: { visitMs: 200 } });
  expect(await silent.reader.readSite('acme.example')).toMatchObject({
    pages: [],
    problems: ['The site did not answer within 0.2 seconds.'],
  });
});

test('starts one request per interval', async () => {
  const page = '<a href="/about">About</a><a href="/team">Team</a>';
  const { reader, seen } = await serve({ '/': page, '/about': 'x', '/team': 'y' }, { limits: { gapMs: 60 } });
  await reader.readSite('acme.example');
  const gaps = seen.slice(1).map(({ at }, index) => at - seen[index]!.at);
  expect(gaps).toHaveLength(3);
  // Sockets and timers vary by a few milliseconds.
  for (const gap of gaps) expect(gap).toBeGreaterThan(30);
});

test('connects to public addresses only', async () => {
  const { reader, port, urls } = await serve({ '/': '<p>Hello</p>' }, { isPrivateHostAllowed: false });
  expect((await reader.readSite('acme.example')).problems[0]).toContain('80 or 443');
  expect((await reader.readPage('http://acme.example/')).problems[0]).toContain('not on the public internet');
  expect((await reader.readPage(`http://127.0.0.1:${port}/`)).problems[0]).toContain('not on the public internet');
  expect((await reader.readPage('file:///etc/passwd')).problems[0]).toContain('no web address');
  expect(urls()).toEqual([]);
});

test('reads the entries of a feed', async () => {
  const { reader } = await serve({
    '/': '<link rel="alternate" type="application/rss+xml" href="/feed.xml"><p>Hello</p>',
    '/feed.xml': {
      headers: { 'content-type': 'application/rss+xml' },
      body: `<?xml version="1.0"?><rss><channel><title>News</title><item>
        <title>New plant in Lyon</title><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate>
        <description>&lt;p&gt;It opened.&lt;/p&gt;</description></item></channel></rss>`,
    },
  });
  const { pages } = await reader.readSite('acme.example');
  expect(pages[1]!.text).toBe('New plant in Lyon\nMon, 02 Mar 2026 10:00:00 GMT\nIt opened.');
});
