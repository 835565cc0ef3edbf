import { WebSession } from '../harness/web-session.ts';
import { atShare, report } from './measure.ts';
import { openStand } from './stand.ts';

// The page of a large launch that waits for a person: 1,000 recipients, five steps, three variants, two branches.
const people = Number(process.env.APPROVAL_PEOPLE || 1_000);
const visits = 40;
const batchMax = 500;
const stepCount = 5;

const stand = await openStand();

async function good(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await stand.request(method, path, body, headers);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body.error)}`);
  return answer.body.data;
}

function bodyOf(step: number, variant: string): string {
  const branch = '{% if companyName %}How does {{ companyName }} plan?{% else %}How do you plan?{% endif %}';
  return `Hello {{ firstName }},\n\n${step === 0 ? branch : `A word about part ${step}.`}\n\nText ${variant}`;
}

function stepOf(step: number) {
  const [first, ...variants] = ['A', 'B', 'C'].map((text) => ({ subject: `Part ${step}`, body: bodyOf(step, text) }));
  return { ...first, variants, ...(step > 0 && { waitDays: 3 }) };
}

/** Requests a launch, and returns its approval. */
async function requestLaunch(): Promise<string> {
  await good('PATCH', '/settings', { postalAddress: '1 Dorset Street', senderName: 'Ada' });
  const steps = Array.from({ length: stepCount }, (_, step) => stepOf(step));
  const { id } = await good('POST', '/campaigns', { name: 'Large', steps });
  const contacts = Array.from({ length: people }, (_, i) => ({
    email: `person${i}@firm${i}.example`,
    firstName: `First${i}`,
    emailStatus: 'valid',
    declaredBasis: 'consent',
    ...(i % 2 === 0 && { companyName: `Firm ${i}` }),
  }));
  for (let at = 0; at < people; at += batchMax) {
    const { results } = await good('POST', '/contacts/bulk', { contacts: contacts.slice(at, at + batchMax) });
    const contactIds = results.map(({ contactId }: { contactId: string }) => contactId);
    await good('POST', `/campaigns/${id}/enrollments`, { contactIds });
  }
  const { approval } = await good('POST', `/campaigns/${id}/launch`, {}, { approval: 'required' });
  return approval.id;
}

async function timesOf(session: WebSession, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < visits; i += 1) {
    const askedAt = performance.now();
    const html = await session.get(path);
    times.push(performance.now() - askedAt);
    if (!html.includes('<main')) throw new Error(`${path}: ${html.slice(0, 300)}`);
  }
  return times;
}

try {
  const id = await requestLaunch();
  const groups = await good('GET', `/approvals/${id}/manifest?limit=100`);
  const session = new WebSession(stand.product.url);
  const { email, password } = stand.account;
  await session.submit('/app/sign-in', '/app/sign-in', { email, password });
  const [, contactId] = /\/manifest\/(con_\w+)/.exec(await session.get(`/app/approvals/${id}`)) ?? [];
  const before = await stand.costs();
  const page = await timesOf(session, `/app/approvals/${id}`);
  const after = await stand.costs();
  const person = await timesOf(session, `/app/approvals/${id}/manifest/${contactId}`);
  process.stdout.write(`${groups.groups.length} groups of ${people} people\n`);
  process.stdout.write(`messages of one person: p95 ${atShare(person, 0.95).toFixed(0)} ms\n`);
  process.stdout.write(`page of the approval: p95 ${atShare(page, 0.95).toFixed(0)} ms\n`);
  report({
    name: 'approval of a large launch, page',
    size: people,
    p50: atShare(page, 0.5),
    p99: atShare(page, 0.99),
    cpuMs: (after.cpuMs - before.cpuMs) / visits,
    commands: (after.commands - before.commands) / visits,
  });
} finally {
  await stand.stop();
}
