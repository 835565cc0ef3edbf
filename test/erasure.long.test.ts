import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SeededRandom } from '../services/core/src/domain/values/random.ts';
import { approveOnPage } from './harness/approve-on-page.ts';
import { call, confirmed, connectWithKey } from './harness/mcp-client.ts';
import { createAccount, type Product, restClient, startProduct } from './harness/product.ts';

// ERASURE_HISTORIES=200 sets the number of people, ERASURE_SEED their histories. All are erased, and a minute later no
// file in the data folder contains anything that named them.
const people = Number(process.env.ERASURE_HISTORIES ?? 0);
const forgottenWithinMs = 60_000;
const random = new SeededRandom(Number(process.env.ERASURE_SEED ?? 15));
const always = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00', timeZone: 'UTC' };

let product: Product;
let agent: Client;
let request: ReturnType<typeof restClient>;
let key: string;
let receiver: Server;
let campaignId: string;
let otherId: string;

beforeAll(async () => {
  product = await startProduct({ MONGODB_URI: '', METRICS_PORT: '0', LOG_LEVEL: 'debug' });
  const account = await createAccount(product);
  ({ key } = account);
  agent = await connectWithKey(product.url, key);
  const rest = restClient(product.url, key);
  // The other side can close an idle connection at the moment it is used again.
  request = (...args) => rest(...args).catch(() => rest(...args));
  // An endpoint that fails and quotes the request in its response.
  receiver = createServer((incoming, response) => incoming.pipe(response.writeHead(500))).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const { approval } = await post('/webhooks', { url: `http://127.0.0.1:${port}/` });
  await approveOnPage(product.url, account, approval.id);
  await request('PATCH', '/settings', { postalAddress: 'Outbound GmbH, Musterweg 1, 10115 Berlin' });
  const steps = [
    { subject: 'A word, {{ firstName }}', body: 'Dear {{ firstName }} {{ lastName }}, how do you count?' },
    { waitDays: 1, body: 'Still, {{ firstName }}?' },
  ];
  campaignId = (await post('/campaigns', { name: 'Autumn', window: always, steps })).id;
  otherId = await addContact({ email: 'grace@others.example', firstName: 'Grace' });
  await post(`/campaigns/${campaignId}/enrollments`, { contactIds: [otherId] });
  await post(`/campaigns/${campaignId}/launch`, {});
}, 120_000);
afterAll(async () => {
  await agent?.close();
  await product?.stop();
  receiver?.close();
});

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await request('POST', path, body, headers);
  expect(answer.body.ok, `${path} ${JSON.stringify(answer.body)}`).toBe(true);
  return answer.body.data;
}

async function addContact(facts: object, headers?: Record<string, string>): Promise<string> {
  const basis = { emailStatus: 'valid', declaredBasis: 'legitimate_interest' };
  return (await post('/contacts', { ...facts, ...basis }, headers)).id;
}

interface Someone {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  name: string;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
function word(): string {
  return Array.from({ length: 9 }, () => random.pick([...letters])).join('');
}

async function addSomeone(): Promise<Someone> {
  const [firstName, lastName] = [`Xa${word()}`, `Yo${word()}`];
  const email = `${word()}.${word()}@${word()}.example`;
  const phone = `+4955${random.integer(10_000_000, 99_999_999)}`;
  const known = { email, firstName, lastName };
  const id = await addContact({ ...known, phones: [phone] }, { 'idempotency-key': `crm:${email}` });
  return { ...known, id, phone, name: `${firstName} ${lastName}` };
}

async function upload(content: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
  const answer = await fetch(`${product.url}/api/public/v1/contacts/import`, {
    method: 'POST',
    headers,
    body: content,
  });
  expect(answer.status, await answer.text()).toBeLessThan(300);
}

/** A raw message that quotes a person, in one of the encodings of email. */
function mailNaming({ name, email, phone }: Someone, from: string): string {
  const text = `Thanks. ${name} (${email}, ${phone}) decides that.\r\n\r\n> From: "${name}" <${email}>\r\n> Hello\r\n`;
  const encoding = random.pick(['7bit', 'base64', 'quoted-printable'] as const);
  const spelled = {
    '7bit': text,
    base64: Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n'),
    'quoted-printable': text.replace(/[=@]/g, (sign) => (sign === '=' ? '=3D' : '=40')),
  }[encoding];
  const card = Buffer.from(`BEGIN:VCARD\r\nFN:${name}\r\nEMAIL:${email}\r\nEND:VCARD\r\n`).toString('base64');
  const part = (head: string, body: string) => `--edge\r\n${head}\r\n\r\n${body}\r\n`;
  return [
    `From: ${from}\r\nTo: sandbox@outbound.example\r\nSubject: Re: A word\r\nMessage-ID: <${word()}@mail.example>\r\n`,
    'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=edge\r\n\r\n',
    part(`Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}`, spelled),
    part('Content-Type: text/vcard; name=card.vcf\r\nContent-Transfer-Encoding: base64', card),
    '--edge--\r\n',
  ].join('');
}

/** Highest number of previews that are never confirmed. */
const preparedMax = 90;
let prepared = 0;

/** Possible events around a person. Each history is a selection of them, in a random order. */
const happenings: ((someone: Someone) => Promise<unknown>)[] = [
  ({ id, name }) => post(`/contacts/${id}/notes`, { text: `${name} called` }),
  ({ id }) => request('PATCH', `/contacts/${id}`, { title: 'CTO' }, { 'idempotency-key': `title:${id}` }),
  ({ name, email }) => post(`/contacts/${otherId}/notes`, { text: `${name} <${email}> is a friend` }),
  ({ name, phone }) => post(`/contacts/${otherId}/notes`, { text: `Reach ${name} at ${phone}` }),
  ({ name }) => request('PATCH', `/contacts/${otherId}`, { basisNote: `Met with ${name}` }),
  ({ lastName }) => post('/contacts/exports', { filter: { q: lastName } }),
  ({ name }) => post('/lists', { name: `Moving ${name}`, kind: 'dynamic', filter: { q: name } }),
  ({ name }) => post('/search/people', { description: `${name} in Bremen` }),
  ({ email, name }) => post('/suppressions', { value: `of.${email}`, note: `${name} asked for it` }),
  ({ firstName, lastName, email }) => upload(`email,first name,last name\n${email},${firstName},${lastName}\n`),
  ({ firstName, lastName, email }) =>
    post('/search/data-sets', {
      name: word(),
      content: `First name,Last name,E-mail\n${firstName},${lastName},${email}`,
    }),
  async ({ id, email }) => {
    if (prepared === preparedMax) return;
    prepared += 1;
    await call(agent, 'prepare_action', { action: 'update_contact', input: { contactId: id, basisNote: email } });
  },
  ({ id, name }) =>
    confirmed(agent, 'prepare_action', { action: 'add_contact_note', input: { contactId: id, text: name } }),
  ({ name }) =>
    confirmed(agent, 'prepare_action', { action: 'add_contact_note', input: { contactId: otherId, text: name } }),
  ({ email }) => request('GET', `/contacts?email=${encodeURIComponent(email)}`),
  async (someone) => {
    await post(`/campaigns/${campaignId}/enrollments`, { contactIds: [someone.id] });
    await post('/sandbox/deliver', {}).catch(() => {});
    await post('/sandbox/inbound', { raw: mailNaming(someone, `"${someone.name}" <${someone.email}>`) });
  },
  (someone) => post('/sandbox/inbound', { raw: mailNaming(someone, 'Grace <grace@others.example>') }),
  async (someone) => {
    await post('/sandbox/inbound', { raw: mailNaming(someone, 'Grace <grace@others.example>') });
    const { body } = await request('GET', '/replies?limit=1');
    const replyId = body.data[0]?.id;
    if (replyId) await post(`/replies/${replyId}/forward`, { to: 'colleague@sandbox.example' });
  },
];

function written(text: string): Buffer[] {
  // Base64 depends on the position of the text within groups of three bytes. Only the middle is certain.
  const base64 = [0, 1, 2].map((shift) => Buffer.from('x'.repeat(shift) + text).toString('base64'));
  const sure = base64.map((all, shift) => all.slice(shift === 0 ? 0 : 4, -4));
  return [text, text.replace('@', '=40'), encodeURIComponent(text), ...sure].map((each) => Buffer.from(each));
}

const prefixBytes = 4;

/** Grouped by their beginnings, so that one pass over a file finds all of them. */
function byPrefix(wanted: Buffer[]): Map<number, Buffer[]> {
  return Map.groupBy(wanted, (each) => each.readUInt32BE(0));
}

function foundIn(content: Buffer, wanted: Map<number, Buffer[]>): Set<string> {
  const found = new Set<string>();
  let prefix = 0;
  for (let end = 1; end <= content.length; end += 1) {
    prefix = ((prefix << 8) | content[end - 1]!) >>> 0;
    const start = end - prefixBytes;
    if (start < 0) continue;
    for (const each of wanted.get(prefix) ?? [])
      if (content.subarray(start, start + each.length).equals(each)) found.add(String(each));
  }
  return found;
}

function filesWith(texts: string[]): string[] {
  const wanted = byPrefix(texts.flatMap(written));
  return readdirSync(product.env.OUTBOUND_DATA_DIR!, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) =>
      [...foundIn(readFileSync(join(parentPath, name)), wanted)].map((each) => `${name}: ${each}`),
    );
}

test.skipIf(people === 0)(
  'no file contains erased people a minute after their erasure',
  async () => {
    const all: Someone[] = [];
    for (let i = 0; i < people; i += 1) {
      const someone = await addSomeone();
      for (const happen of random.sample(happenings, random.integer(3, happenings.length))) await happen(someone);
      all.push(someone);
    }
    const texts = all.flatMap(({ email, firstName, lastName, phone }) => [email, firstName, lastName, phone]);
    expect(filesWith(texts).length).toBeGreaterThan(people);
    const startedAt = performance.now();
    for (const { id } of all) await post(`/contacts/${id}/erase`, {});
    console.info(`${people} people erased in ${Math.round(performance.now() - startedAt)} ms`);
    const endsAt = performance.now() + forgottenWithinMs;
    let left = filesWith(texts);
    while (left.length > 0 && performance.now() < endsAt) {
      await wait(1_000);
      left = filesWith(texts);
    }
    console.info(`gone after ${Math.round(forgottenWithinMs - (endsAt - performance.now()))} ms more`);
    expect(left.slice(0, 40)).toEqual([]);
  },
  1_800_000,
);
