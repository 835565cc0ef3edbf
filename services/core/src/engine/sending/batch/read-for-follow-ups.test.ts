import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seal } from '../../../secrets/secret-box.ts';
import { findEnrollmentsOf } from '../../../store/campaigns/enrollment-store.ts';
import { type MailboxRecord, updateMailbox } from '../../../store/mailboxes/mailbox-store.ts';
import { findMessagesOfEnrollment } from '../../../store/messages/message-store.ts';
import { type RunningCampaign, startRunningCampaign } from '../../../testing/running-campaign.ts';
import { hasImapServer, type ImapServer, startImapServer } from '../../../testing/servers/imap-server.ts';
import { type SmtpSink, startSmtpSink } from '../../../testing/servers/smtp-sink.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { openImap } from '../../../transport/imap-connection.ts';
import { findFolders } from '../../../transport/imap-folders.ts';
import { sendDue } from '../send-due.ts';

const hourMs = 3_600_000;

describe.skipIf(!hasImapServer)('mail that arrived shortly before a follow-up', () => {
  let core: TestCore;
  let sink: SmtpSink;
  let server: ImapServer;
  let now = new Date();
  beforeAll(async () => {
    server = await startImapServer();
    sink = await startSmtpSink();
    core = await startTestCore({ now: () => now, environment: { BASE_URL: 'https://outbound.example' } });
  }, 20_000);
  afterAll(async () => {
    await core?.stop();
    await sink?.stop();
    await server?.stop();
  });

  /** Notes that all mail has been read until now. */
  async function noteRead({ workspaceId, id }: MailboxRecord): Promise<void> {
    const client = await openImap({
      server: imap(),
      password: 'right',
      timeoutMs: 3_000,
      isPrivateHostAllowed: true,
    });
    const { uidNext, uidValidity } = await client.mailboxOpen('INBOX', { readOnly: true });
    const { others } = await findFolders(client);
    client.close();
    const positions = others.map(({ key, status }) => [
      key,
      { uidValidity: status!.uidValidity, lastUid: status!.uidNext - 1 },
    ]);
    const read = {
      imapPosition: { uidValidity: String(uidValidity), lastUid: uidNext - 1 },
      imapOthers: Object.fromEntries(positions),
      lastReadAt: now,
    };
    await updateMailbox(workspaceId, id, read, now);
  }

  function imap() {
    return { host: '127.0.0.1', port: server.port, security: 'none' as const, username: 'ada', secret: null };
  }

  /** Sends the first step to some people. Their follow-up is then due, and the mailbox has just been read. */
  async function followUpsDue(people: number, name: string): Promise<RunningCampaign> {
    const { workspaceId } = await core.addWorkspace();
    const mailbox = { imap: { ...imap(), secret: seal(core.config.keyRing, workspaceId, 'right') } };
    const run = await startRunningCampaign({ workspaceId, people, name, smtpPort: sink.port, now, mailbox });
    await noteRead(run.mailbox);
    expect(await sendDue(core.deps, { workspaceId })).toBe(people);
    now = new Date(now.getTime() + 2 * hourMs);
    await updateMailbox(workspaceId, run.mailbox.id, { lastReadAt: now }, now);
    return run;
  }

  const writeFrom = (address: string, folder?: string) =>
    server.deliver(`From: ${address}\r\nSubject: Re: Hello\r\n\r\nNo, thank you.\r\n`, folder);

  /** State of the enrollment and the follow-up of each person. */
  async function outcomes({ campaign, contacts }: RunningCampaign) {
    const { workspaceId, id } = campaign;
    const ids = contacts.map((contact) => contact.id);
    const enrollments = await findEnrollmentsOf(workspaceId, ids, id);
    return Promise.all(
      ids.map(async (contactId) => {
        const enrollment = enrollments.find((each) => each.contactId === contactId)!;
        const messages = await findMessagesOfEnrollment(workspaceId, enrollment.id);
        const { state, waitReason } = messages.find(({ stepIndex }) => stepIndex === 1)!;
        return [enrollment.state, state, waitReason];
      }),
    );
  }

  test('is read in every folder and in the trash, and stops the follow-up', async () => {
    // Servers keep the time of arrival in whole seconds.
    now = new Date(Date.now() - hourMs);
    const run = await followUpsDue(5, 'folders');
    for (const [index, folder] of [undefined, 'Clients.Acme', 'Junk', 'Trash'].entries())
      writeFrom(run.contacts[index]!.email!, folder);
    await sendDue(core.deps, { workspaceId: run.campaign.workspaceId });
    const stopped = ['replied', 'cancelled', null];
    expect(await outcomes(run)).toEqual([stopped, stopped, stopped, stopped, ['completed', 'sent', null]]);
  });

  test('is not about the campaign if it was deleted before', async () => {
    writeFrom('person0@beforecompany0.example', 'Trash');
    now = new Date(Date.now() + hourMs);
    const run = await followUpsDue(1, 'before');
    await sendDue(core.deps, { workspaceId: run.campaign.workspaceId });
    expect(await outcomes(run)).toEqual([['completed', 'sent', null]]);
  });

  test('would go unheard without IMAP: only first messages are sent', async () => {
    const { workspaceId } = await core.addWorkspace();
    const run = await startRunningCampaign({ workspaceId, people: 1, name: 'without', smtpPort: sink.port, now });
    expect(await sendDue(core.deps, { workspaceId })).toBe(1);
    now = new Date(now.getTime() + 2 * hourMs);
    await sendDue(core.deps, { workspaceId });
    expect(await outcomes(run)).toEqual([['active', 'scheduled', 'mailbox_not_read']]);
  });

  test('is not lost if the mailbox cannot be read: the follow-up waits', async () => {
    const run = await followUpsDue(1, 'away');
    const { workspaceId } = run.campaign;
    await updateMailbox(workspaceId, run.mailbox.id, { imap: { ...imap(), port: 1 } }, now);
    await sendDue(core.deps, { workspaceId });
    expect(await outcomes(run)).toEqual([['active', 'scheduled', 'mailbox_not_read']]);
  });
});
