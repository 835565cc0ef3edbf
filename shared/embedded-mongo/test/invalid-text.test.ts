import { type Document, serialize } from 'bson';
import { expect, test } from 'vitest';
import { sendCommand } from './raw-client.ts';
import { useServer } from './use-server.ts';

const running = useServer();
const written = Buffer.from('abcd');
const invalid = Buffer.from([0xc3, 0x01, 0xff, 0x62]);

/** The command with bytes in its text that are not valid UTF-8. */
function withInvalidText(command: Document): Buffer {
  const bytes = Buffer.from(serialize(command));
  bytes.set(invalid, bytes.indexOf(written));
  return bytes;
}

const document = { _id: 1, text: written.toString(), 7: 'number', a: 1 };

test.each([
  ['an insert', { insert: 'inserted', documents: [document], $db: 'test' }],
  ['an insert with the _id last', { insert: 'turned', documents: [{ text: 'abcd', _id: 1 }], $db: 'test' }],
  ['a bulkWrite', { bulkWrite: 1, nsInfo: [{ ns: 'test.bulk' }], ops: [{ insert: 0, document }], $db: 'admin' }],
])('text that is not UTF-8 is kept unchanged by %s', async (_name, command) => {
  expect(await sendCommand(running.server.uri, withInvalidText(command))).toMatchObject({ ok: 1 });
  const name = 'insert' in command ? command.insert! : 'bulk';
  const [stored] = await running.db.collection(name).find<Buffer>({}, { raw: true }).toArray();
  expect(stored!.indexOf(invalid)).toBeGreaterThan(0);
  await expect(running.db.collection(name).findOne()).rejects.toThrow(/UTF-8/);
});
