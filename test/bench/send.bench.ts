import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { freePort } from '../../deploy/launcher/free-port.ts';
import { createAccount, findOrStartProduct, restClient } from '../harness/product.ts';
import { type RunningProcess, startProcess, until, untilReady } from '../harness/running-process.ts';
import { startSmtpSink } from '../harness/smtp-sink.ts';

// send: one worker sends a launched campaign to an SMTP server on loopback, with all checks and durable writes. The
// baseline is nodemailer, which sends as many messages over one pooled connection.
const people = Number(process.env.SEND_MESSAGES) || 500;
/** Number of mailboxes of the campaign, and of workers. */
const mailboxCount = Number(process.env.SEND_MAILBOXES) || 1;
const workerCount = Number(process.env.SEND_WORKERS) || 1;
const atOnce = 500;
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const sink = await startSmtpSink();
const product = await findOrStartProduct({ LOG_LEVEL: 'warn', WORKER_POLL_MS: '400' });
function perSecond(startedAt: number): number {
  return (people / (performance.now() - startedAt)) * 1000;
}

async function launchAndWait(): Promise<number> {
  const { key } = await createAccount(product);
  const request = restClient(product.url, key);
  const good = async (method: string, path: string, body: unknown) => {
    const answer = await request(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body.error)}`);
    return answer.body.data;
  };
  await good('PATCH', '/settings', { postalAddress: 'Acme Ltd, 1 Road, Town' });
  const smtp = { host: '127.0.0.1', port: sink.port, security: 'none' };
  const rest = { smtp, dailyCap: 2_000, gapSeconds: { min: 0, max: 0 } };
  const mailboxIds: string[] = [];
  for (let i = 0; i < mailboxCount; i += 1) {
    mailboxIds.push((await good('POST', '/mailboxes', { address: `ada${i}@acme.example`, ...rest })).id);
  }
  const window = { days, from: '00:00', to: '24:00', timeZone: 'UTC' };
  const steps = [{ subject: 'Hello', body: 'Hello.' }];
  const campaign = await good('POST', '/campaigns', { name: 'Bench', mailboxIds, window, steps });
  const facts = { emailStatus: 'valid', declaredBasis: 'consent' };
  const contacts = Array.from({ length: people }, (_, i) => ({ ...facts, email: `p${i}@company${i}.example` }));
  for (let from = 0; from < people; from += atOnce) {
    const { results } = await good('POST', '/contacts/bulk', { contacts: contacts.slice(from, from + atOnce) });
    const contactIds = results.map(({ contactId }: { contactId: string }) => contactId);
    await good('POST', `/campaigns/${campaign.id}/enrollments`, { contactIds });
  }
  const startedAt = performance.now();
  await good('POST', `/campaigns/${campaign.id}/launch`, {});
  await until('all messages', async () => sink.received.length >= people, 120_000);
  return perSecond(startedAt);
}

/** In addition to the worker of the product. */
async function startFurtherWorkers(): Promise<RunningProcess[]> {
  const dataDir = product.env!.OUTBOUND_DATA_DIR!;
  const { mongodbUri, baseUrl } = JSON.parse(readFileSync(`${dataDir}/run.json`, 'utf8'));
  const { secretKey, internalSecret } = JSON.parse(readFileSync(`${dataDir}/secrets.json`, 'utf8'));
  const env = {
    ...product.env,
    MONGODB_URI: mongodbUri,
    BASE_URL: baseUrl,
    SECRET_KEY: secretKey,
    INTERNAL_SECRET: internalSecret,
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
  };
  const workers: RunningProcess[] = [];
  for (let i = 1; i < workerCount; i += 1) {
    const port = await freePort();
    const worker = startProcess('services/core/src/main.ts', ['worker'], { ...env, PORT: String(port) });
    workers.push(worker);
    await untilReady(`http://127.0.0.1:${port}`, worker);
  }
  return workers;
}

async function bareSend(): Promise<number> {
  const bare = createTransport({ host: '127.0.0.1', port: sink.port, secure: false, pool: true, maxConnections: 1 });
  const startedAt = performance.now();
  for (let i = 0; i < people; i += 1) {
    await bare.sendMail({ from: 'ada@acme.example', to: `p${i}@company.example`, subject: 'Hello', text: 'Hello.' });
  }
  bare.close();
  return perSecond(startedAt);
}

let workers: RunningProcess[] = [];
try {
  workers = workerCount > 1 ? await startFurtherWorkers() : [];
  const own = await launchAndWait();
  const bare = await bareSend();
  process.stdout.write(
    `${'send, from launch'.padEnd(26)} ${own.toFixed(0).padStart(7)}/s   ${'nodemailer, one connection'.padEnd(34)} ${bare.toFixed(0).padStart(7)}/s   ratio ${(own / bare).toFixed(2)}\n`,
  );
} finally {
  await Promise.all(workers.map((worker) => worker.stop()));
  await product.stop();
  await sink.stop();
}
