import { createTransport } from 'nodemailer';
import { createAccount, findOrStartProduct, restClient } from '../harness/product.ts';
import { until } from '../harness/running-process.ts';
import { startSmtpSink } from '../harness/smtp-sink.ts';

// send: one worker sends a launched campaign to an SMTP server on loopback, every check and every durable write
// included, against nodemailer alone sending as many messages over one pooled connection.
const people = Number(process.env.SEND_MESSAGES) || 500;
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const sink = await startSmtpSink();
const product = await findOrStartProduct({ LOG_LEVEL: 'warn' });
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
  const mailbox = await good('POST', '/mailboxes', {
    address: 'ada@acme.example',
    smtp,
    dailyCap: 2_000,
    gapSeconds: { min: 0, max: 0 },
  });
  const window = { days, from: '00:00', to: '24:00', timeZone: 'UTC' };
  const steps = [{ subject: 'Hello', body: 'Hello.' }];
  const campaign = await good('POST', '/campaigns', { name: 'Bench', mailboxIds: [mailbox.id], window, steps });
  const facts = { emailStatus: 'valid', declaredBasis: 'consent' };
  const contacts = Array.from({ length: people }, (_, i) => ({ ...facts, email: `p${i}@company${i}.example` }));
  const { results } = await good('POST', '/contacts/bulk', { contacts });
  const contactIds = results.map(({ contactId }: { contactId: string }) => contactId);
  await good('POST', `/campaigns/${campaign.id}/enrollments`, { contactIds });
  const startedAt = performance.now();
  await good('POST', `/campaigns/${campaign.id}/launch`, {});
  await until('all messages', async () => sink.received.length >= people, 120_000);
  return perSecond(startedAt);
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

try {
  const own = await launchAndWait();
  const bare = await bareSend();
  process.stdout.write(
    `${'send, from launch'.padEnd(26)} ${own.toFixed(0).padStart(7)}/s   ${'nodemailer, one connection'.padEnd(34)} ${bare.toFixed(0).padStart(7)}/s   ratio ${(own / bare).toFixed(2)}\n`,
  );
} finally {
  await product.stop();
  await sink.stop();
}
