import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serversInAutoconfig } from './autoconfig.ts';
import { findServers, readSmallText } from './find-servers.ts';

const address = 'ada@analytical.example';

function config(smtpHost: string, more = ''): string {
  return `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="analytical.example">
    <domain>analytical.example</domain><displayName>Analytical Mail</displayName>
    <incomingServer type="pop3"><hostname>pop.x</hostname><port>995</port><socketType>SSL</socketType></incomingServer>
    <incomingServer type="imap"><hostname>imap.%EMAILDOMAIN%</hostname><port>993</port><socketType>SSL</socketType>
      <username>%EMAILLOCALPART%</username></incomingServer>
    <outgoingServer type="smtp"><hostname>old.x</hostname><port>25</port><socketType>plain</socketType></outgoingServer>
    <outgoingServer type="smtp"><hostname>${smtpHost}</hostname><port>587</port><socketType>STARTTLS</socketType>
      <username>%EMAILADDRESS%</username></outgoingServer>${more}
  </emailProvider></clientConfig>`;
}

/** Pages by the beginning of their address. */
function pages(found: Record<string, string>) {
  const asked: string[] = [];
  const read = async (url: string) => {
    asked.push(url.split('?')[0]!);
    return Object.entries(found).find(([start]) => url.startsWith(start))?.[1] ?? null;
  };
  return { read, asked };
}

async function noMx() {
  return [];
}

test('the configuration of the domain names its servers, encrypted ones only', async () => {
  const { read, asked } = pages({ 'https://autoconfig.analytical.example/': config('smtp.analytical.example') });
  expect(await findServers(address, { read, lookUpMx: noMx })).toEqual({
    name: 'Analytical Mail',
    provider: null,
    smtp: { host: 'smtp.analytical.example', port: 587, security: 'starttls', username: address },
    imap: { host: 'imap.analytical.example', port: 993, security: 'tls', username: 'ada' },
  });
  expect(asked).toEqual(['https://autoconfig.analytical.example/mail/config-v1.1.xml']);
});

test('then the domain itself is asked, then the servers that receive its mail', async () => {
  const wellKnown = 'https://analytical.example/.well-known/autoconfig/mail/config-v1.1.xml';
  const own = pages({ [wellKnown]: config('smtp.gmail.com') });
  expect(await findServers(address, { ...own, lookUpMx: noMx })).toMatchObject({ provider: 'google' });
  expect(own.asked.at(-1)).toBe(wellKnown);
  const mx = (exchange: string) => async () => [
    { exchange: 'backup.unknown.example', priority: 50 },
    { exchange, priority: 10 },
  ];
  const found = (exchange: string) => findServers(address, { ...pages({}), lookUpMx: mx(exchange) });
  expect(await found('analytical-example.mail.protection.outlook.com')).toMatchObject({ provider: 'microsoft' });
  expect(await found('in1-smtp.messagingengine.com.')).toMatchObject({
    name: 'Fastmail',
    provider: null,
    smtp: { host: 'smtp.fastmail.com', port: 465, security: 'tls', username: address },
  });
  expect(await found('mx.notgoogle.com')).toBeNull();
  const broken = async () => {
    throw new Error('no answer');
  };
  expect(await findServers(address, { ...pages({}), lookUpMx: broken })).toBeNull();
});

test.each([
  ['no file', ''],
  ['another format', '<html><body>Not found</body></html>'],
  ['no server for sending', config('x').replaceAll('outgoingServer', 'other')],
  ['a host that is none', config('smtp host; rm -rf')],
  ['an impossible port', config('smtp.x').replace('<port>587', '<port>99999')],
])('%s names no servers', (_name, xml) => {
  expect(serversInAutoconfig(xml, address)).toBeNull();
});

let origin: string;
const server = createServer((request, response) => {
  if (request.url === '/long') response.end('x'.repeat(100_000));
  else if (request.url === '/moved') response.writeHead(302, { location: '/config' }).end();
  else response.end('text');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('only small texts of public hosts are read, unless the installation allows private ones', async () => {
  const allowed = { isPrivateHostAllowed: true };
  expect(await readSmallText(`${origin}/moved`, allowed)).toBe('text');
  expect(await readSmallText(`${origin}/long`, allowed)).toBeNull();
  expect(await readSmallText(`${origin}/config`, { isPrivateHostAllowed: false })).toBeNull();
  const resolve = async () => [{ address: '10.0.0.7', family: 4 }];
  expect(await readSmallText('http://mail.public.example/', { isPrivateHostAllowed: false, resolve })).toBeNull();
});
