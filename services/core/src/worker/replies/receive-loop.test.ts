import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteReadingFailed } from '../../engine/mailboxes/mailbox-health.ts';
import { seal } from '../../secrets/secret-box.ts';
import { findEnrollment } from '../../store/campaigns/enrollment-store.ts';
import {
  claimMailboxToRead,
  noteReadSuccess,
  releaseMailboxLease,
  renewMailboxLease,
} from '../../store/mailboxes/mailbox-lease.ts';
import {
  findMailbox,
  findMailboxByAddress,
  insertMailbox,
  updateMailbox,
} from '../../store/mailboxes/mailbox-store.ts';
import { findMessage } from '../../store/messages/message-store.ts';
import { listReplies } from '../../store/replies/reply-list-store.ts';
import { startRunningCampaign, until } from '../../testing/running-campaign.ts';
import { hasImapServer, type ImapServer, startImapServer } from '../../testing/servers/imap-server.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { startSendLoop } from '../sending/send-loop.ts';
import { startReceiveLoop } from './receive-loop.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ environment: { WORKER_POLL_MS: '50' } });
});
afterAll(() => core?.stop());

function server(port: number) {
  return {
    host: '127.0.0.1',
    port,
    security: 'none' as const,
    username: 'ada',
    secret: null,
  };
}

describe('the lease of a mailbox', () => {
  test('is held by one reader, and ends when the mailbox is changed', async () => {
    const now = new Date();
    const own = { kind: 'smtp', address: 'lease@acme.example', dailyCap: 1, smtp: server(1), imap: server(1) } as const;
    const { id } = await insertMailbox(core.workspaceId, own, now);
    const mine = (await claimMailboxToRead('first', 60_000))!;
    expect(mine.id).toBe(id);
    expect(await claimMailboxToRead('second', 60_000)).toBeNull();
    expect(await renewMailboxLease(mine, 60_000, null)).toBe(true);
    await updateMailbox(core.workspaceId, id, { signature: 'Ada' }, now);
    expect(await renewMailboxLease(mine, 60_000, null)).toBe(false);
    await releaseMailboxLease(mine, 0);
    expect(await claimMailboxToRead('second', 60_000, [core.workspaceId])).toBeNull();
    expect((await claimMailboxToRead('second', 60_000, ['wsp_another']))!.id).toBe(id);
    await updateMailbox(core.workspaceId, id, { state: 'paused' }, now);
  });
});

describe('a failure to read', () => {
  test('emits one event after several consecutive failures, and again after a success', async () => {
    const now = new Date();
    const mailbox = await insertMailbox(
      core.workspaceId,
      { kind: 'smtp', address: 'unread@acme.example', dailyCap: 1 },
      now,
    );
    const fail = async (times: number) => {
      for (let count = 0; count < times; count += 1) await noteReadingFailed(mailbox, 'Command failed: LOGIN', now);
    };
    const reported = async () =>
      (await core.request('GET', `/events?type=mailbox.failing&subjectId=${mailbox.id}`)).body.data.map(
        ({ data }: { data: object }) => data,
      );
    const lastError = async () => (await core.request('GET', `/mailboxes/${mailbox.id}`)).body.data.lastError;
    await fail(4);
    expect(await reported()).toEqual([]);
    await noteReadSuccess(mailbox, now);
    expect(await lastError()).toBeNull();
    await fail(7);
    const event = { address: 'unread@acme.example', error: 'Command failed: LOGIN', part: 'reading' };
    expect(await reported()).toEqual([event]);
    await noteReadSuccess(mailbox, now);
    await fail(5);
    expect(await reported()).toEqual([event, event]);
    expect(await lastError()).toBe('Command failed: LOGIN');
  });
});

describe.skipIf(!hasImapServer)('the receiver', { timeout: 30_000 }, () => {
  let imap: ImapServer;
  beforeAll(async () => {
    imap = await startImapServer();
  }, 20_000);
  afterAll(() => imap?.stop());

  test('reads a reply from a real inbox and stops the sequence', async () => {
    const { workspaceId } = await core.addWorkspace();
    const { messages, mailbox } = await startRunningCampaign({
      workspaceId,
      people: 1,
      smtpPort: null,
      now: new Date(),
    });
    const [first] = messages;
    const sender = startSendLoop(core.deps);
    await until(async () => (await findMessage(workspaceId, first!.id))!.state === 'sent');
    await sender.stop();
    const secret = seal(core.config.keyRing, workspaceId, 'right');
    const connected = { address: 'inbox@acme.example', imap: { ...server(imap.port), secret } };
    await insertMailbox(workspaceId, { kind: 'smtp', dailyCap: 1, smtp: server(1), ...connected }, new Date());
    const receiver = startReceiveLoop(core.deps);
    const inbox = () => findMailboxByAddress(workspaceId, connected.address);
    await until(async () => (await inbox())!.imapPosition !== null);
    imap.deliver(
      `From: ${first!.to}\r\nMessage-ID: <r@b.example>\r\nIn-Reply-To: ${first!.messageIdHeader}\r\nSubject: Re: Hello\r\n\r\nNot interested.\r\n`,
    );
    const replies = () => listReplies(workspaceId, {}, { limit: 10, sort: '-receivedAt' });
    await until(async () => (await replies()).items.length === 1);
    await receiver.stop();
    expect((await replies()).items[0]).toMatchObject({ class: 'not_interested', messageId: first!.id });
    expect((await findEnrollment(workspaceId, first!.enrollmentId!))!.state).toBe('replied');
    expect((await inbox())!).toMatchObject({ leaseOwner: null, lastError: null });
    expect((await findMailbox(workspaceId, mailbox.id))!.kind).toBe('capture');
  });
});
