import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../../deploy/launcher/free-port.ts';
import { testImap } from './imap-connection.ts';
import { testSmtp } from './smtp-transport.ts';

type Security = 'none' | 'starttls' | 'tls';

const servers: Server[] = [];
const folder = mkdtempSync(join(tmpdir(), 'outbound-setup-'));

beforeAll(() => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key', '-out', 'cert', '-subj', '/CN=localhost');
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

function options(port: number, security: Security, host = '127.0.0.1') {
  return {
    server: { host, port, security, username: 'ada@acme.example', secret: null },
    password: 'wrong',
    timeoutMs: 700,
    clientName: 'outbound.example',
    isPrivateHostAllowed: true,
  };
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Server that sends this greeting, and then responds to each line by the first matching pattern. */
function scripted(greeting: string, answers: [RegExp, string][]): Promise<number> {
  return listen(
    createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      if (greeting !== '') socket.write(`${greeting}\r\n`);
      socket.on('data', (data) => {
        const line = data.toString().trim();
        const [tag = ''] = line.split(' ');
        const found = answers.find(([pattern]) => pattern.test(line));
        if (found) socket.write(`${found[1].replaceAll('%', tag)}\r\n`);
      });
    }),
  );
}

/** Responses of `server` to signing in, under the name of its provider. */
function smtpLogin(answer: string): Promise<number> {
  return scripted('220 mx ESMTP', [
    [/^EHLO/, '250-mx\r\n250 AUTH PLAIN LOGIN'],
    [/^AUTH/, answer],
  ]);
}
function imapLogin(answer: string): Promise<number> {
  return scripted('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready', [
    [/AUTHENTICATE|LOGIN/, `% ${answer}`],
    [/CAPABILITY/, '* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n% OK done'],
    [/ID|NOOP|LOGOUT/, '% OK done'],
  ]);
}

function selfSigned(): Promise<number> {
  const files = { key: readFileSync(join(folder, 'key')), cert: readFileSync(join(folder, 'cert')) };
  const server = createTlsServer(files, (socket) => socket.on('error', () => undefined));
  server.on('tlsClientError', () => undefined);
  return listen(server as Server);
}

const plain: [string, Promise<number> | (() => Promise<number>), Security, string][] = [
  ['nobody listens', () => freePort(), 'starttls', 'takes no connections on port'],
  ['STARTTLS on a port that waits for TLS', () => scripted('', []), 'starttls', 'choose security "tls"'],
  ['a certificate of its own', selfSigned, 'tls', 'comes from nobody this installation trusts'],
];

test.each(plain)('%s', async (_name, start, security, words) => {
  const port = await (typeof start === 'function' ? start() : start);
  for (const check of [testSmtp, testImap]) {
    const problem = await check(options(port, security));
    expect(problem).toContain(words);
    expect(problem).not.toMatch(/openssl|SSL routines|ECONN|deps\//i);
  }
});

test('TLS on a port that starts without it', async () => {
  const smtp = await scripted('220 mx ESMTP', []);
  expect(await testSmtp(options(smtp, 'tls'))).toContain(`Port ${smtp} of 127.0.0.1 begins without TLS: choose`);
  const imap = await scripted('* OK ready', []);
  expect(await testImap(options(imap, 'tls'))).toContain('begins without TLS: choose security "starttls"');
});

test('a server without STARTTLS', async () => {
  const smtp = await scripted('220 mx ESMTP', [
    [/^EHLO/, '250 mx'],
    [/^STARTTLS/, '502 5.5.1 not implemented'],
  ]);
  expect(await testSmtp(options(smtp, 'starttls'))).toContain('offers no STARTTLS on port');
  expect(await testImap(options(await imapLogin('OK done'), 'starttls'))).toContain('offers no STARTTLS on port');
});

test('a host that does not exist', async () => {
  const wanted = options(587, 'starttls', 'smtp.acme.invalid');
  const problem = await testSmtp({ ...wanted, resolve: () => Promise.reject(new Error('ENOTFOUND')) });
  expect(problem).toBe(
    'The host smtp.acme.invalid is not known: check its spelling, or ask the mail provider for the name.',
  );
});

test('the server of the other protocol', async () => {
  const [smtp, imap] = [await smtpLogin('235 ok'), await imapLogin('OK done')];
  for (const security of ['none', 'starttls', 'tls'] as const) {
    expect(await testSmtp(options(imap, security))).toContain('is for reading (IMAP)');
    expect(await testImap(options(smtp, security))).toContain('is for sending (SMTP)');
  }
});

test('a server that speaks neither protocol', async () => {
  expect(await testImap(options(await scripted('+OK POP3 ready', []), 'none'))).toContain('is for POP3');
  const web = await scripted('HTTP/1.1 400 Bad Request', []);
  expect(await testImap(options(web, 'starttls'))).toContain('is not an IMAP server');
  expect(await testSmtp(options(web, 'none'))).toContain('is not an SMTP server');
});

test('a server that accepts no password on this port', async () => {
  const port = await scripted('220 mx ESMTP', [
    [/^EHLO/, '250 mx'],
    [/^AUTH/, '503 5.5.1 Error: authentication not enabled'],
  ]);
  expect(await testSmtp(options(port, 'none'))).toContain('takes no password on port');
});

const logins: [string, string, string, string][] = [
  [
    'smtp',
    'mail.acme.example',
    '535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6',
    'refuses user name or password',
  ],
  [
    'smtp',
    'smtp.gmail.com',
    '534-5.7.9 Application-specific password required. For more information, go to\r\n534 5.7.9 https://support.google.com/mail/?p=InvalidSecondFactor',
    'make an app password at myaccount.google.com/apppasswords',
  ],
  [
    'smtp',
    'smtp.gmail.com',
    '535-5.7.8 Username and Password not accepted. For more information, go to\r\n535 5.7.8 https://support.google.com/mail/?p=BadCredentials',
    'connect the mailbox with Google in the application',
  ],
  [
    'smtp',
    'smtp.office365.com',
    '535 5.7.139 Authentication unsuccessful, basic authentication is disabled. [FR0P281CA0001]',
    'connect the mailbox with Microsoft',
  ],
  [
    'smtp',
    'smtp.office365.com',
    '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
    'switch on authenticated SMTP',
  ],
  ['smtp', 'smtp.mail.yahoo.com', '535 5.7.0 (#AUTH005) Too many bad auth attempts.', 'make an app password'],
  ['smtp', 'mail.gmx.net', '535 Authentication credentials invalid', 'switch on POP3 and IMAP access'],
  ['imap', 'mail.acme.example', 'NO [AUTHENTICATIONFAILED] Authentication failed.', 'refuses user name or password'],
  ['imap', 'imap.gmail.com', 'NO [ALERT] Application-specific password required (Failure)', 'make an app password'],
  [
    'imap',
    'imap.gmail.com',
    'NO [ALERT] Your account is not enabled for IMAP use. Please visit your account settings page (Failure)',
    'IMAP is switched off for this account: switch it on in Gmail',
  ],
  ['imap', 'outlook.office365.com', 'NO LOGIN failed.', 'connect the mailbox with Microsoft'],
  ['imap', 'outlook.office365.com', 'BAD User is authenticated but not connected.', 'IMAP is switched off'],
  [
    'imap',
    'mail.acme.example',
    'NO [PRIVACYREQUIRED] Plaintext authentication disallowed',
    'encrypted connections only',
  ],
];

test.each(logins)('%s at %s: %s', async (protocol, host, answer, words) => {
  const port = await (protocol === 'smtp' ? smtpLogin(answer) : imapLogin(answer));
  const wanted = { ...options(port, 'none', host), resolve: async () => ['127.0.0.1'] };
  const problem = await (protocol === 'smtp' ? testSmtp(wanted) : testImap(wanted));
  expect(problem).toContain(words);
  expect(problem!.split(/[.:] [A-Z]/).length).toBeLessThanOrEqual(2);
});

test('an unknown response is passed on in the server’s words', async () => {
  const port = await scripted('554 5.3.2 mx is being moved, come back on Sunday', []);
  expect(await testSmtp(options(port, 'none'))).toContain('127.0.0.1 says: ');
  expect(await testSmtp(options(port, 'none'))).toContain('come back on Sunday');
});
