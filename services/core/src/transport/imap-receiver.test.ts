import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../testing/running-campaign.ts';
import { hasImapServer, type ImapServer, startImapServer } from '../testing/servers/imap-server.ts';
import { testImap } from './imap-connection.ts';
import { type ImapPosition, type ImapPositions, receiveByImap } from './imap-receiver.ts';

describe.skipIf(!hasImapServer)('receiving over IMAP', () => {
  let server: ImapServer;

  const options = (password = 'right') => ({
    server: { host: '127.0.0.1', port: server.port, security: 'none' as const, username: 'ada', secret: null },
    password,
    timeoutMs: 3_000,
    isPrivateHostAllowed: true,
  });

  const deliver = (subject: string, folder?: string) =>
    server.deliver(`From: b@b.example\r\nSubject: ${subject}\r\n\r\ntext\r\n`, folder);

  const startReading = (position: ImapPosition | null, others: ImapPositions = {}) => {
    const abort = new AbortController();
    const seen: string[] = [];
    const earlier: string[] = [];
    const state = { position, others: { ...others } as Record<string, ImapPosition>, failure: null as Error | null };
    const done = receiveByImap(options(), {
      position,
      others,
      signal: abort.signal,
      onMail: async (raw, _folder, isEarlier) => {
        const subject = /Subject: (.*)\r?\n/.exec(raw.toString())![1]!;
        seen.push(subject);
        if (isEarlier) earlier.push(subject);
      },
      onPosition: async (next, folder) => {
        if (folder === undefined) state.position = next;
        else state.others[folder.key] = next;
      },
    }).catch((error: Error) => {
      state.failure = error;
    });
    const stop = () => {
      abort.abort();
      return done;
    };
    return { state, seen, earlier, stop };
  };

  beforeAll(async () => {
    server = await startImapServer();
  }, 20_000);
  afterAll(() => server?.stop());

  test('explains a failed password', async () => {
    expect(await testImap(options('wrong'))).toContain('refuses user name or password');
  });

  test('also reads mail sorted into junk', async () => {
    const first = startReading(null);
    await until(() => first.state.others.junk !== undefined);
    await first.stop();
    deliver('taken for junk', 'Junk');
    const second = startReading(first.state.position, first.state.others);
    await until(() => second.seen.length === 1);
    await second.stop();
    expect(second.seen).toEqual(['taken for junk']);
  });

  test('reads every folder that filters sort mail into, but no drafts and no trash', async () => {
    const folders = ['Filtered', 'Clients.Acme', 'Archive', 'Angebote &ANw-bersicht', 'INBOX.Later', 'a.b.c.d'];
    for (const folder of folders) deliver(`there before in ${folder}`, folder);
    const first = startReading(null);
    await until(() => Object.keys(first.state.others).length > folders.length);
    await first.stop();
    expect(first.seen).toEqual([]);

    for (const folder of [...folders, 'Made since']) deliver(`in ${folder}`, folder);
    for (const folder of ['Drafts', 'Trash']) deliver(`in ${folder}`, folder);
    const second = startReading(first.state.position, first.state.others);
    await until(() => second.seen.length > folders.length);
    await second.stop();
    const expected = [...folders, 'Made since'].map((folder) => `in ${folder}`);
    expect(second.seen.toSorted()).toEqual(expected.toSorted());
    expect(second.earlier).toEqual(['in Made since']);
  });

  test('starts at the end, reads new mail, and resumes where it stopped', async () => {
    deliver('old');
    const first = startReading(null);
    await until(() => first.state.position !== null);
    deliver('one');
    deliver('two');
    await until(() => first.seen.length === 2);
    await first.stop();
    expect(first.seen).toEqual(['one', 'two']);
    deliver('while away');
    const second = startReading(first.state.position, first.state.others);
    await until(() => second.seen.length === 1);
    await second.stop();
    expect(second.seen).toEqual(['while away']);
    expect(second.state.failure).toBeNull();
  });

  test('rereads mail that a failing receiver did not process', async () => {
    const before = startReading(null);
    await until(() => before.state.position !== null);
    await before.stop();
    deliver('fragile');
    const failing = receiveByImap(options(), {
      position: before.state.position,
      signal: new AbortController().signal,
      onMail: () => Promise.reject(new Error('store is away')),
      onPosition: async () => undefined,
    });
    await expect(failing).rejects.toThrow('store is away');
    const again = startReading(before.state.position);
    await until(() => again.seen.includes('fragile'));
    await again.stop();
    expect(again.earlier).not.toContain('fragile');
  });

  test('rereads some days when the folder was recreated', async () => {
    const reader = startReading({ uidValidity: '1', lastUid: 999_999 });
    await until(() => reader.seen.includes('fragile'));
    await reader.stop();
    expect(reader.seen).toContain('old');
  });
});
