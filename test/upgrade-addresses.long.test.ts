import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../deploy/launcher/free-port.ts';
import { endLeftParts } from '../deploy/launcher/processes/end-left-parts.ts';
import { readLeftParts } from '../deploy/launcher/run-file.ts';
import { type Product, restClient, startProduct } from './harness/product.ts';
import { startProcess, until } from './harness/running-process.ts';

// A data folder of 4e38148 with different spellings that this version unites. One Gmail address has dots, another has
// none. One address contains a zero-width space. The tags differ by case. One person is in two campaigns.
const folder = join(import.meta.dirname, 'fixtures/addresses-4e38148');
interface Facts {
  key: string;
  contacts: Record<'ida' | 'ida2' | 'nora' | 'nora2' | 'lukasz' | 'kenji' | 'idn' | 'tom', string>;
}
const { key, contacts }: Facts = JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8'));
const databases = { CORE_DATABASE: 'outbound_core', GATEWAY_DATABASE: 'outbound_gateway', MONGODB_URI: '' };

let product: Product | undefined;
let dataDir = '';
afterEach(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function migrationLines(): string[] {
  const logs = join(dataDir, 'logs');
  return readdirSync(logs)
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'))
    .filter((line) => line.includes('data migration'));
}

/** Starts the product and kills its processes after the next line of a migration, or once all migrations are done. */
async function interruptOnce(lines: number): Promise<void> {
  const env = { OUTBOUND_DATA_DIR: dataDir, PORT: String(await freePort()), METRICS_PORT: '0', ...databases };
  const running = startProcess('deploy/launcher/start.ts', [], env);
  const isReady = () => running.output().includes('Outbound is ready');
  const isOver = () => isReady() || running.ended() !== undefined;
  await until('the migration', async () => migrationLines().length > lines || isOver(), 180_000);
  expect(running.ended(), running.output()).toBeUndefined();
  await running.kill();
  await endLeftParts(readLeftParts(dataDir));
}

test('an upgrade that is killed twice resumes, and unites spellings, tags, and enrollments', async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'outbound-addresses-'));
  mkdirSync(join(dataDir, 'logs'));
  execFileSync('tar', ['-xzf', join(folder, 'data.tar.gz'), '-C', dataDir]);
  for (let count = 0; count < 2; count++) await interruptOnce(migrationLines().length);
  product = await startProduct({ OUTBOUND_DATA_DIR: dataDir, ...databases });

  const rest = restClient(product.url, key);
  const get = async (path: string) => (await rest('GET', path)).body.data;
  const contact = (name: keyof Facts['contacts']) => get(`/contacts/${contacts[name]}`);
  expect(await contact('ida')).toMatchObject({ email: 'ida.berg@gmail.com', doNotContact: true, tags: ['VIP'] });
  expect(await contact('ida2')).toMatchObject({ doNotContact: true, duplicateOfId: contacts.ida });
  expect(await contact('nora')).toMatchObject({
    firstName: 'Nora',
    doNotContact: false,
    duplicateOfId: contacts.nora2,
  });
  expect(await contact('lukasz')).toMatchObject({ email: 'lukasz@wiatr.example', tags: ['VIP'] });
  expect(await contact('idn')).toMatchObject({ email: 'anna@xn--bcher-kva.example' });
  expect((await get('/tags')).map(({ name }: { name: string }) => name)).toEqual(['VIP']);

  const duplicates = (await get('/contacts?hasDuplicate=true')).map(({ id }: { id: string }) => id);
  expect(duplicates.toSorted()).toEqual([contacts.ida2, contacts.nora].toSorted());
  expect(await get('/contacts?hasDuplicate=false')).toHaveLength(Object.keys(contacts).length - 2);
  for (const word of ['lukasz', 'walecki']) expect((await get(`/contacts?q=${word}`))[0].id).toBe(contacts.lukasz);
  expect((await get(`/contacts?q=${encodeURIComponent('東京')}`))[0].id).toBe(contacts.kenji);

  for (const value of ['nothanks@googlemail.com', 'stop@fjord.example', 'gone.person@gmail.com'])
    expect([value, (await get(`/suppressions/check?value=${value}`)).isSuppressed]).toEqual([value, true]);

  const enrollments: { contactId: string; state: string; endReason: string }[] = await get('/enrollments?limit=50');
  const toms = enrollments.filter(({ contactId }) => contactId === contacts.tom);
  // The campaign of the other one is over as soon as its last message is sent, whose time has come.
  const ends = toms
    .map(({ state, endReason }) => (state === 'removed' ? endReason : `${state} ${endReason}`))
    .toSorted();
  expect(['active null', 'completed null']).toContain(ends[0]);
  expect(ends.slice(1)).toEqual(['other_campaign']);
  const messages: { to: string; state: string; stepIndex: number }[] = await get('/messages?limit=50');
  const followUps = messages.filter(({ to, stepIndex }) => to === 'tom@twice.example' && stepIndex === 1);
  expect(followUps).toHaveLength(2);
  expect(followUps.filter(({ state }) => state === 'cancelled')).toHaveLength(1);
});
