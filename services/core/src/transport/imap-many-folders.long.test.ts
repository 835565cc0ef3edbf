import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../testing/running-campaign.ts';
import { hasImapServer, type ImapServer, startImapServer } from '../testing/servers/imap-server.ts';
import { type ImapPosition, receiveByImap } from './imap-receiver.ts';

// Every folder of a mailbox is read, however many it has.
const folderCount = 1_200;

function nameOf(index: number): string {
  return `Customers.${String(index).padStart(4, '0')}`;
}

describe.skipIf(!hasImapServer)('a mailbox with many folders', () => {
  let server: ImapServer;
  beforeAll(async () => {
    server = await startImapServer();
    for (let index = 0; index < folderCount; index++) deliver('earlier', index);
  }, 120_000);
  afterAll(() => server?.stop());

  function deliver(subject: string, index: number): void {
    server.deliver(`From: b@b.example\r\nSubject: ${subject}\r\n\r\ntext\r\n`, nameOf(index));
  }

  test('is read in each of them', async () => {
    const abort = new AbortController();
    const seen: string[] = [];
    const others: Record<string, ImapPosition> = {};
    let position: ImapPosition | null = null;
    const read = (signal: AbortSignal) =>
      receiveByImap(
        {
          server: { host: '127.0.0.1', port: server.port, security: 'none', username: 'ada', secret: null },
          password: 'right',
          timeoutMs: 10_000,
          isPrivateHostAllowed: true,
        },
        {
          position,
          others,
          signal,
          onMail: async (raw) => {
            seen.push(/Subject: (.*)\r?\n/.exec(raw.toString())![1]!);
          },
          onPosition: async (next, folder) => {
            if (folder === undefined) position = next;
            else others[folder.key] = next;
          },
        },
      );
    const first = read(abort.signal);
    await until(() => Object.keys(others).length >= folderCount, 120_000);
    abort.abort();
    await first;
    const indexes = [0, 499, 500, 777, folderCount - 1];
    for (const index of indexes) deliver(`reply ${index}`, index);
    const again = new AbortController();
    const second = read(again.signal);
    await until(() => seen.length >= indexes.length, 60_000);
    again.abort();
    await second;
    expect(seen.toSorted()).toEqual(indexes.map((index) => `reply ${index}`).toSorted());
  }, 300_000);
});
