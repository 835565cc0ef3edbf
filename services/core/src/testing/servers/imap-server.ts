import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../../deploy/launcher/free-port.ts';
import { until } from '../running-campaign.ts';
import { isListening } from './is-listening.ts';

const dovecot = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot'].find((path) => existsSync(path));

export const hasImapServer = dovecot !== undefined;
if (!hasImapServer) console.warn('skipped: the IMAP tests need dovecot (apt-get install dovecot-imapd)');

export interface ImapServer {
  /** User "ada", password "right", no encryption. */
  port: number;
  /** Puts a raw message into the inbox or another folder (Maildir++), which it creates. */
  deliver(raw: string, folder?: string): void;
  stop(): Promise<void>;
}

/** Dovecot drops root privileges, so the mail must then belong to another user. */
const isRoot = userInfo().uid === 0;

function addFolder(path: string): void {
  for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(path, part), { recursive: true });
  if (isRoot) execFileSync('chown', ['-R', 'mail:mail', path]);
  chmodSync(join(path, 'new'), 0o777);
}

function writeSettings(folder: string, port: number): void {
  const user = isRoot ? 'mail' : userInfo().username;
  if (isRoot) execFileSync('chown', ['-R', 'mail:mail', folder]);
  chmodSync(folder, 0o777);
  const idOf = (flag: string) => execFileSync('id', [flag, user]).toString().trim();
  writeFileSync(join(folder, 'users'), `ada:{PLAIN}right:${idOf('-u')}:${idOf('-g')}::${folder}::\n`);
  const listener = `inet_listener imap {\n port = ${port}\n }\n inet_listener imaps {\n port = 0\n }`;
  const settings = [
    `base_dir = ${folder}/run`,
    `log_path = ${folder}/log`,
    'protocols = imap',
    'listen = 127.0.0.1',
    'ssl = no',
    'disable_plaintext_auth = no',
    `mail_location = maildir:${folder}/mail`,
    'first_valid_uid = 1',
    `passdb {\n driver = passwd-file\n args = ${folder}/users\n}`,
    `userdb {\n driver = passwd-file\n args = ${folder}/users\n}`,
    `service imap-login {\n ${listener}\n}`,
    // Disable delays after a wrong password, which also affect the correct one.
    'auth_failure_delay = 0',
    'service anvil {\n unix_listener anvil-auth-penalty {\n mode = 0\n }\n}',
    ...(isRoot ? [] : [`default_internal_user = ${user}`, `default_login_user = ${user}`]),
  ];
  writeFileSync(join(folder, 'dovecot.conf'), `${settings.join('\n')}\n`);
}

/** Starts a real IMAP server with one mailbox for tests. */
export async function startImapServer(): Promise<ImapServer> {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-imap-'));
  for (const path of ['mail', 'mail/.Junk']) addFolder(join(folder, path));
  const port = await freePort();
  writeSettings(folder, port);
  const child = spawn(dovecot!, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  await until(() => isListening(port));
  let delivered = 0;
  return {
    port,
    deliver(raw, into) {
      delivered += 1;
      const name = `${1_700_000_000 + delivered}.M${delivered}P1.test`;
      const path = join(folder, 'mail', into === undefined ? '' : `.${into}`);
      if (!existsSync(path)) addFolder(path);
      writeFileSync(join(path, 'new', name), raw, { mode: 0o666 });
    },
    async stop() {
      const exit = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
