import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { approveOnPage } from '../harness/approve-on-page.ts';
import { createAccount, findOrStartProduct, restClient } from '../harness/product.ts';
import { until } from '../harness/running-process.ts';

// webhooks: events reach one receiver, first alone, then beside endpoints that accept connections and never answer.
// Aims: 1,000 events a second in batches, and at most 10 % fewer beside 100 endpoints that hang.
const events = Number(process.env.WEBHOOK_EVENTS) || 10_000;
const hangingCount = Number(process.env.WEBHOOK_HANGING) || 100;
const batchSize = Number(process.env.WEBHOOK_BATCH) || 100;
const perWorkspace = 50;
const atOnce = 500;
const roundCount = 5;

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
  });
}

const product = await findOrStartProduct({ LOG_LEVEL: 'warn', ALLOW_PRIVATE_HOSTS: 'true' });
let received = new Set<string>();
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  for (const { id } of body.events ?? [body]) received.add(id);
  response.writeHead(204).end();
});
const silent = createServer(() => {});
const receiverUrl = await listen(receiver);
const silentUrl = await listen(silent);

async function workspace(email: string) {
  const account = await createAccount(product, email);
  return { account, request: restClient(product.url, account.key) };
}

/** Adds an endpoint. A person approves the first one at its host. */
async function addEndpoint({ account, request }: Awaited<ReturnType<typeof workspace>>, body: object): Promise<string> {
  const send = () =>
    request(
      'POST',
      '/webhooks',
      { ...body, eventTypes: ['contact.created'] },
      { 'idempotency-key': JSON.stringify(body) },
    );
  let answer = await send();
  if (answer.status === 202) {
    await approveOnPage(product.url, account, answer.body.data.approval.id);
    answer = await send();
  }
  if (answer.status !== 201) throw new Error(`an endpoint: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}

async function addContacts(request: ReturnType<typeof restClient>, name: string): Promise<void> {
  for (let from = 0; from < events; from += atOnce) {
    const contacts = Array.from({ length: atOnce }, (_, i) => ({ email: `${name}${from + i}@company.example` }));
    const { status, body } = await request('POST', '/contacts/bulk', { contacts });
    if (status >= 300) throw new Error(JSON.stringify(body.error));
  }
}

/** Events per second, from the request to replay them to the last one received. */
async function rate(request: ReturnType<typeof restClient>, webhookId: string, from: string): Promise<number> {
  received = new Set();
  const startedAt = performance.now();
  const answer = await request('POST', `/webhooks/${webhookId}/replay`, { from, to: new Date().toISOString() });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body.error));
  await until('all events', async () => received.size >= events, 120_000);
  return (events / (performance.now() - startedAt)) * 1000;
}

try {
  const own = await workspace('owner@outbound.example');
  const { request } = own;
  const from = new Date().toISOString();
  await addContacts(request, 'p');
  // A new endpoint in each round, because deliveries keep their attempts and grow.
  let endpointCount = 0;
  const round = async () => {
    endpointCount += 1;
    const webhookId = await addEndpoint(own, { url: `${receiverUrl}${endpointCount}`, batchSize });
    const found = await rate(request, webhookId, from);
    await request('DELETE', `/webhooks/${webhookId}`);
    return found;
  };
  const rounds = async () => {
    const rates: number[] = [];
    for (let count = 0; count < roundCount; count += 1) rates.push(await round());
    return rates.toSorted((one, other) => one - other);
  };
  await round();
  const alone = await rounds();
  for (let count = 0; count < hangingCount; count += perWorkspace) {
    const other = await workspace(`owner${count}@outbound.example`);
    for (let i = 0; i < perWorkspace; i += 1) await addEndpoint(other, { url: `${silentUrl}${i}` });
    await other.request('POST', '/contacts/bulk', {
      contacts: Array.from({ length: 100 }, (_, i) => ({ email: `q${i}@company.example` })),
    });
  }
  const beside = await rounds();
  const middle = (rates: number[]) => Math.round(rates[Math.floor(rates.length / 2)]!);
  process.stdout.write(
    `${events} events, batches of ${batchSize}: ${middle(alone)} per second alone, ` +
      `${middle(beside)} beside ${hangingCount} endpoints that hang, medians of ` +
      `${alone.map(Math.round)} and ${beside.map(Math.round)}\n`,
  );
} finally {
  receiver.close().closeAllConnections();
  silent.close().closeAllConnections();
  await product.stop();
}
