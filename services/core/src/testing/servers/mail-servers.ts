import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../../deploy/launcher/free-port.ts';
import { until } from '../running-campaign.ts';
import { isListening } from './is-listening.ts';
import { dovecotSettings, mailDomain, type Ports, postfixServices, postfixSettings } from './mail-server-settings.ts';

const dovecot = '/usr/sbin/dovecot';
const postfix = '/usr/sbin/postfix';

/** Requires root, because Postfix starts only as root, and the Debian packages of both servers. */
export const hasMailServers = userInfo().uid === 0 && [dovecot, postfix].every((path) => existsSync(path));
if (!hasMailServers) {
  console.warn('skipped: tests with real mail servers need root, and apt-get install postfix dovecot-imapd openssl');
}

export interface MailServers {
  /** Accepts mail with STARTTLS from signed-in users, by password or access token. */
  smtpPort: number;
  /** IMAP with STARTTLS. */
  imapPort: number;
  /** Certificate authority of both servers (PEM). The certificates are for `localhost`. */
  authority: string;
  /** Raw messages in a user's folder, in order of arrival. */
  messagesOf(user: string, folder?: string): string[];
  log(): string;
  stop(): Promise<void>;
}

export interface MailServerOptions {
  /** Users of people.test with their passwords. */
  users: Record<string, string>;
  /** Introspection endpoint for access tokens (RFC 7662). */
  introspectionUrl?: string;
}

function makeCertificates(folder: string): string {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test authority');
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  const issue = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...issue);
  return readFileSync(join(folder, 'ca.pem'), 'utf8');
}

function writeFolder(folder: string, ports: Ports, { users, introspectionUrl }: MailServerOptions): void {
  const idOf = (flag: string) => execFileSync('id', [flag, 'mail']).toString().trim();
  const ids = { uid: idOf('-u'), gid: idOf('-g') };
  for (const name of ['mail', 'queue', 'data', 'run', 'postfix']) mkdirSync(join(folder, name));
  const rows = (row: (user: string, password: string) => string) =>
    `${Object.entries(users)
      .map(([user, password]) => row(`${user}@${mailDomain}`, password))
      .join('\n')}\n`;
  const account = (user: string, password: string) =>
    `${user}:{PLAIN}${password}:${ids.uid}:${ids.gid}::${folder}/mail/${user.split('@')[0]}::`;
  writeFileSync(join(folder, 'users'), rows(account));
  writeFileSync(
    join(folder, 'mailboxes'),
    rows((user) => `${user} ${user.split('@')[0]}/`),
  );
  const lookup = [
    'introspection_mode = post',
    `introspection_url = ${introspectionUrl}`,
    'username_attribute = username',
    'active_attribute = active',
    'active_value = true',
  ];
  writeFileSync(join(folder, 'oauth2.conf'), `${lookup.join('\n')}\n`);
  writeFileSync(join(folder, 'dovecot.conf'), `${dovecotSettings(folder, ports, introspectionUrl !== undefined)}\n`);
  writeFileSync(join(folder, 'postfix/main.cf'), `${postfixSettings(folder, ports, ids)}\n`);
  writeFileSync(join(folder, 'postfix/master.cf'), `${postfixServices(ports.smtp)}\n`);
  execFileSync('chown', ['-R', 'mail:mail', join(folder, 'mail')]);
  execFileSync('chown', ['postfix', join(folder, 'data')]);
  chmodSync(folder, 0o755);
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/** Starts Postfix and Dovecot on loopback, in a folder of their own. */
export async function startMailServers(options: MailServerOptions): Promise<MailServers> {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-mail-'));
  const authority = makeCertificates(folder);
  const [smtp, imap, auth] = [await freePort(), await freePort(), await freePort()];
  writeFolder(folder, { smtp, imap, auth }, options);
  const reader = spawn(dovecot, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  const run = (command: string) => spawnSync(postfix, ['-c', join(folder, 'postfix'), command], { encoding: 'utf8' });
  const started = run('start');
  const log = () =>
    [started.stderr, ...['dovecot.log', 'postfix.log'].map((name) => join(folder, name)).map(readIfThere)].join('\n');
  const folderOf = (user: string, name: string) => join(folder, 'mail', user, name === 'INBOX' ? '' : `.${name}`);
  const servers: MailServers = {
    smtpPort: smtp,
    imapPort: imap,
    authority,
    messagesOf: (user, name = 'INBOX') =>
      // Reading can move messages from new to cur meanwhile. Only the flags at the end of their names change.
      Object.entries(
        Object.fromEntries(
          ['new', 'cur']
            .flatMap((part) => filesIn(join(folderOf(user, name), part)))
            .map((path) => [path.split('/').at(-1)!.split(':')[0]!, readIfThere(path)]),
        ),
      )
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, raw]) => raw),
    log,
    async stop() {
      run('stop');
      const exit = new Promise((resolve) => reader.once('exit', resolve));
      reader.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await until(async () => (await isListening(smtp)) && (await isListening(imap))).catch(async (error: Error) => {
    const said = log();
    await servers.stop();
    throw new Error(`${error.message}\n${said}`);
  });
  return servers;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
