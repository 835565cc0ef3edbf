import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendDue } from '../engine/sending/send-due.ts';
import { findMailbox } from '../store/mailboxes/mailbox-store.ts';
import { addContact, alwaysOpen } from '../testing/campaign-setup.ts';
import { lintMail } from '../testing/mail-lint.ts';
import { until } from '../testing/running-campaign.ts';
import { hasMailServers, type MailServers, startMailServers } from '../testing/servers/mail-servers.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { trustAuthority } from '../testing/trust-authority.ts';
import { readMail } from '../transport/received/read-mail.ts';
import type { Loop } from './poll-loop.ts';
import { startReceiveLoop } from './replies/receive-loop.ts';

const users = { ada: 'ada-secret', bea: 'bea-secret', cyd: 'cyd-secret' };
const subject = 'Grüße an {{ firstName }} 🚀 – eine Frage zu Ihrem Lager, die etwas länger ist als eine Zeile';
const body = 'Guten Tag {{ firstName }},\n\n.\nFrom hier: wer ist bei Ihnen für das Lager zuständig?  \n\nAda';

const attached = { name: 'Angebot für Ada – 2027.pdf', content: Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255, 13, 10]) };

/** A campaign through Postfix and Dovecot, with the API, the sender, and the reader. */
describe.skipIf(!hasMailServers)('a campaign through real mail servers', () => {
  let core: TestCore;
  let servers: MailServers;
  let reading: Loop | undefined;
  let distrust: () => void;
  let mailboxId: string;
  let campaignId: string;
  const contactIds: Record<string, string> = {};

  beforeAll(async () => {
    servers = await startMailServers({ users });
    distrust = trustAuthority(servers.authority);
    core = await startTestCore({ environment: { BASE_URL: 'https://outbound.example', WORKER_POLL_MS: '50' } });
  }, 60_000);
  afterAll(async () => {
    await reading?.stop();
    distrust?.();
    await core?.stop();
    await servers?.stop();
  });

  async function good(method: string, path: string, given?: unknown) {
    const { status, body: answer } = await core.request(method, path, given === undefined ? {} : { body: given });
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    return answer.data;
  }

  function mailOf(user: string, folder?: string): string[] {
    return servers.messagesOf(user, folder);
  }

  async function writeAs(user: keyof typeof users, mail: Record<string, unknown>): Promise<void> {
    const transport = createTransport({
      host: '127.0.0.1',
      port: servers.smtpPort,
      requireTLS: true,
      auth: { user: `${user}@people.test`, pass: users[user] },
    });
    await transport.sendMail({ from: `${user}@people.test`, to: 'ada@people.test', ...mail });
  }

  async function messageTo(user: string) {
    const found = await good('GET', `/messages?campaignId=${campaignId}&contactId=${contactIds[user]}`);
    return found.find(({ stepIndex }: { stepIndex: number }) => stepIndex === 0);
  }

  test('connects a working mailbox', async () => {
    const server = { host: '127.0.0.1', security: 'starttls', username: 'ada@people.test', password: users.ada };
    const mailbox = await good('POST', '/mailboxes', {
      address: 'ada@people.test',
      smtp: { ...server, port: servers.smtpPort },
      imap: { ...server, port: servers.imapPort },
      displayName: 'Ada "Countess" Lovelace, née Byron',
      gapSeconds: { min: 0, max: 0 },
    });
    mailboxId = mailbox.id;
    expect(await good('GET', `/mailboxes/${mailboxId}/test`)).toMatchObject({ isOk: true });
    reading = startReceiveLoop(core.deps);
    await until(async () => (await findMailbox(core.workspaceId, mailboxId))?.imapOthers?.sent !== undefined);
  });

  test('sends each message with the right bytes, and a copy in the Sent folder', async () => {
    await good('PATCH', '/settings', { postalAddress: 'Acme Ltd\n1 Road\nTown' });
    for (const email of ['bea@people.test', 'cyd@people.test', 'dan@gone.test']) {
      const [user = ''] = email.split('@');
      contactIds[user] = await addContact(core, {
        email,
        firstName: user,
        language: user === 'bea' ? 'fr' : undefined,
      });
    }
    const added = await good('POST', '/files', {
      fileName: attached.name,
      content: attached.content.toString('base64'),
    });
    const steps = [
      { subject, body, attachments: [added.id] },
      { waitDays: 3, body: 'Noch einmal.' },
    ];
    const campaign = await good('POST', '/campaigns', {
      name: 'Real',
      mailboxIds: [mailboxId],
      window: alwaysOpen,
      steps,
    });
    campaignId = campaign.id;
    await good('POST', `/campaigns/${campaignId}/enrollments`, { contactIds: Object.values(contactIds) });
    await good('POST', `/campaigns/${campaignId}/launch`, {});
    await sendDue(core.deps, { ignoresLimits: true });
    await core.deps.ports.mail.drainSent();
    await until(() => mailOf('bea').length === 1 && mailOf('cyd').length === 1);
    const sent = mailOf('ada', 'Sent');
    expect(sent).toHaveLength(3);
    for (const copy of sent) expect(lintMail(Buffer.from(copy.replace(/\r?\n/g, '\r\n'), 'utf8'))).toEqual([]);
    const received = await readMail(Buffer.from(mailOf('bea')[0]!));
    expect(received.subject).toBe(subject.replace('{{ firstName }}', 'bea'));
    expect(received.from).toEqual({ address: 'ada@people.test', name: 'Ada "Countess" Lovelace, née Byron' });
    expect(received.bodyText).toContain('\n.\nFrom hier: wer ist');
    expect(received.bodyText).toContain('-- \nAcme Ltd, 1 Road, Town\nSi vous ne souhaitez plus recevoir');
    expect((await readMail(Buffer.from(mailOf('cyd')[0]!))).bodyText).toContain(
      'Wenn Sie nichts mehr von mir hören möchten',
    );
    expect(received.attachments.map(({ fileName, content }) => [fileName, Buffer.from(content)])).toEqual([
      [attached.name, attached.content],
    ]);
    const ids = sent.map((copy) => /^Message-ID: (.+?)\r?$/m.exec(copy)![1]);
    expect(ids).toContain(received.messageIdHeader);
  });

  test('a recipient that does not exist causes a bounce', async () => {
    await until(async () => (await messageTo('dan')).state === 'bounced');
    expect(await messageTo('dan')).toMatchObject({ bounceType: 'hard' });
    expect(await good('GET', '/suppressions/check?value=dan@gone.test')).toMatchObject({ isSuppressed: true });
  });

  test('applies an opt-out by the mailto: of List-Unsubscribe', async () => {
    const received = await readMail(Buffer.from(mailOf('cyd')[0]!));
    const target = new URL(/<(mailto:[^>]+)>/.exec(received.headers['list-unsubscribe']!)![1]!);
    const wish = { to: decodeURIComponent(target.pathname), subject: target.searchParams.get('subject')!, text: '' };
    await writeAs('cyd', wish);
    const isOut = async () => (await good('GET', '/suppressions/check?value=cyd@people.test')).isSuppressed;
    await until(isOut);
  });

  test('a reply ends the sequence and is replied to with a quote; the response is copied, too', async () => {
    const { messageIdHeader } = await readMail(Buffer.from(mailOf('bea')[0]!));
    const text = 'Das klingt interessant. Wann können wir telefonieren?';
    await writeAs('bea', { subject: 'Re: Grüße', text, inReplyTo: messageIdHeader, references: [messageIdHeader] });
    const replies = () => good('GET', `/replies?campaignId=${campaignId}&contactId=${contactIds.bea}`);
    await until(async () => (await replies()).length === 1);
    const [reply] = await replies();
    await good('POST', `/replies/${reply.id}/answer`, { bodyText: 'Gern: morgen um zehn?' });
    await good('POST', `/replies/${reply.id}/answer/approve`, {});
    await sendDue(core.deps, { ignoresLimits: true });
    await core.deps.ports.mail.drainSent();
    await until(() => mailOf('bea').length === 2);
    const answer = await readMail(Buffer.from(mailOf('bea')[1]!));
    expect(answer.bodyText).toMatch(
      /^Gern: morgen um zehn\?\n\nLe .+, bea@people\.test a écrit :\n> Das klingt interessant/,
    );
    expect(answer.inReplyTo).toBe(reply.messageIdHeader ?? answer.inReplyTo);
    expect(mailOf('ada', 'Sent')).toHaveLength(4);
    const states = (await good('GET', `/enrollments?campaignId=${campaignId}`)).map(
      ({ state }: { state: string }) => state,
    );
    expect(states.sort()).toEqual(['bounced', 'replied', 'unsubscribed']);
  });
});
