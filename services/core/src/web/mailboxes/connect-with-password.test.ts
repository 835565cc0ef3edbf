import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { HtmlForm } from '../../testing/pages/html-form.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const path = '/app/mailboxes/connect';
const address = 'ada@analytical.example';
const server = { security: 'tls', username: address } as const;
const found = {
  name: 'Analytical Mail',
  provider: null,
  smtp: { host: 'smtp.analytical.example', port: 465, ...server },
  imap: { host: 'imap.analytical.example', port: 993, ...server },
};

let core: TestCore;
let browser: Browser;
let key: string;
/** Problems of the servers, by protocol. */
let problems: { smtp: string | null; imap: string | null };
beforeAll(async () => {
  core = await startTestCore();
  const { mail } = core.deps.ports;
  core.deps.ports.mail = {
    ...mail,
    findServers: async (wanted) => (wanted === address ? found : null),
    checkSmtp: async () => problems.smtp,
    checkImap: async () => problems.imap,
  };
});
beforeEach(async () => {
  const workspace = await core.addWorkspace();
  key = workspace.key;
  browser = await signedIn(core, workspace.workspaceId);
  problems = { smtp: null, imap: null };
});
afterAll(() => core.stop());

async function mailboxes() {
  const { body } = await core.request('GET', '/mailboxes', { key });
  return body.data.filter(({ kind }: { kind: string }) => kind === 'smtp');
}

/** The form for the password, with the servers that were found, changed by `values`. */
async function submit(values: Record<string, string>) {
  const form = new HtmlForm((await browser.get(`${path}?address=${encodeURIComponent(address)}`)).html, path);
  for (const [name, value] of Object.entries({ mailPassword: 'secret', ...values })) form.fill(name, [value]);
  return browser.post(path, form.body());
}

test('the address is enough: its servers are found, tested, and stored, and the mailbox warms up', async () => {
  const { status, location, html } = await submit({ smtpHost: '127.0.0.1', imapHost: '127.0.0.1' });
  expect(status, html).toBe(302);
  const [mailbox] = await mailboxes();
  expect(location).toBe(`/app/mailboxes/${mailbox.id}`);
  expect(mailbox).toMatchObject({
    address,
    smtp: { host: '127.0.0.1', port: 465, security: 'tls', username: address, hasPassword: true },
    imap: { host: '127.0.0.1', port: 993, security: 'tls', username: address, hasPassword: true },
    ramp: { startPerDay: 5, increasePerDay: 3 },
  });
  expect((await browser.get(location!)).html).toContain('A test email is on its way to it.');
});

test('a failed test shows the cause of each server, keeps all but the password, and stores nothing', async () => {
  problems.imap = 'The server rejected the password. Create an app password.';
  const { status, html } = await submit({ smtpHost: '127.0.0.1', imapHost: '127.0.0.1', username: 'ada' });
  expect(status).toBe(422);
  expect(html).toContain('Signed in to 127.0.0.1 to send');
  expect(html).toContain('Create an app password.');
  expect(new HtmlForm(html, path).valueOf('username')).toBe('ada');
  expect(html).not.toContain('secret');
  expect(await mailboxes()).toEqual([]);
});

test('bad settings get a sentence beside the field', async () => {
  expect((await submit({ smtpHost: '' })).html).toContain('Enter the server that sends the email.');
  expect((await submit({ smtpHost: '127.0.0.1', smtpPort: '0' })).html).toContain('Enter the port as a number.');
  expect((await submit({ smtpHost: 'no.such.host.invalid' })).status).toBe(422);
  expect(await mailboxes()).toEqual([]);
});

test('an address without known servers opens their settings, and a bad one is named', async () => {
  const unknown = await browser.get(`${path}?address=ada%40unknown.example`);
  expect(unknown.html).toContain('No servers found for this address');
  expect(unknown.html).toContain('<details class="fold" open>');
  expect((await browser.get(`${path}?address=nobody`)).html).toContain('This is not an email address.');
});
