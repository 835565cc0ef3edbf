import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { End } from './authority/act.ts';
import { acts } from './authority/acts.ts';
import {
  createKey,
  type Grantor,
  grantAll,
  joinAs,
  marker,
  newAddress,
  outboundWith,
  type Person,
  password,
  type Role,
  revealed,
  type Stage,
  signIn,
} from './authority/grantor.ts';
import { registerClient } from './authority/mcp-connection.ts';
import { Visitor } from './authority/visitor.ts';
import { type Product, startProduct } from './harness/product.ts';
import { type SmtpSink, startSmtpSink } from './harness/smtp-sink.ts';

// Grantors, grants, ends, and interfaces (REST, MCP, pages, links), with a real gateway and core.
const setUpMs = 600_000;
const scenarioMs = 600_000;

let product: Product;
let sink: SmtpSink;
let stage: Stage;
beforeAll(async () => {
  sink = await startSmtpSink();
  product = await startProduct({
    SIGN_UP: 'invitation',
    SYSTEM_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    SYSTEM_MAIL_FROM: 'outbound@matrix.example',
    REQUESTS_PER_MINUTE_PER_IP: '100000',
  });
  stage = await openStage('owner@matrix.example', await registerClient(product.url));
}, setUpMs);
afterAll(async () => {
  await product?.stop();
  await sink.stop();
});

interface Account {
  workspaceId: string;
  userId: string;
}

async function createAccount(email: string): Promise<Account> {
  const made = await product.operate(
    'workspace',
    'create',
    '--name',
    'Matrix',
    '--email',
    email,
    '--password',
    password,
    '--json',
  );
  return JSON.parse(made.slice(made.indexOf('{'))).data ?? JSON.parse(made.slice(made.indexOf('{')));
}

async function openStage(email: string, clientId: string): Promise<Stage> {
  const { url } = product;
  const { workspaceId } = await createAccount(email);
  const owner = await signIn(url, email);
  const outbound = outboundWith(url, await createKey(owner));
  await outbound.call('post', '/tags', { body: { name: marker } });
  const { people } = await outbound.call('post', '/search/people', {
    body: { description: 'heads of sales', emailStatuses: ['valid'], limit: revealed },
  });
  const peopleIds = people.map(({ id }) => id);
  return { url, sink, clientId, owner, outbound, workspaceId, peopleIds };
}

const nextPassword = 'another battery staple horse';

/** Ends authority as the page or command of the product does it. */
const ends: Record<End, (grantor: Grantor, by: Stage) => Promise<unknown>> = {
  removal: ({ userId }, by) => submit(by.owner, `/app/members/${userId}/remove`),
  suspension: ({ userId }, by) => submit(by.owner, `/app/members/${userId}/suspend`),
  'to member': ({ userId }, by) => submit(by.owner, `/app/members/${userId}/role`, { role: 'member' }),
  'to viewer': ({ userId }, by) => submit(by.owner, `/app/members/${userId}/role`, { role: 'viewer' }),
  'end access': ({ browser, userId }) => submit(browser, `/app/members/${userId}/access`),
  leave: ({ browser, userId }) => submit(browser, `/app/members/${userId}/remove`),
  password: ({ browser }) => submit(browser, '/app/password', { currentPassword: password, newPassword: nextPassword }),
  reset: ({ spareResetLink }) =>
    submit(new Visitor(product.url, newAddress()), spareResetLink, { newPassword: nextPassword }, spareResetLink),
  'operator password': ({ email }) => product.operate('password', 'set', '--email', email, '--password', nextPassword),
};

async function submit(browser: Visitor, action: string, fields: Record<string, string> = {}, page = '/app/members') {
  const { status, location, text } = await browser.submit(page, action, fields);
  const isDone = status === 302 && (!location.startsWith('/app/sign-in') || location.includes('password-reset'));
  if (!isDone) throw new Error(`${action}: ${status} ${location} ${text.slice(0, 500)}`);
}

const everyone: End[] = ['removal', 'leave', 'suspension', 'end access', 'password', 'reset', 'operator password'];
const scenarios: [Role, End][] = [
  ...everyone.map((end): [Role, End] => ['admin', end]),
  ['admin', 'to member'],
  ['admin', 'to viewer'],
  ...everyone.map((end): [Role, End] => ['member', end]),
  ['member', 'to viewer'],
  ...everyone.map((end): [Role, End] => ['viewer', end]),
  ['owner', 'end access'],
  ['owner', 'password'],
  ['owner', 'reset'],
  ['owner', 'operator password'],
];

const counts = { cases: 0, mustEnd: 0 };

// The acceptance point is a time: one second after the end, nothing succeeds.
const endsWithinMs = 1_000;

test.for(scenarios)('grants of an %s after: %s', { timeout: scenarioMs }, async ([role, end]) => {
  const [by, person] = role === 'owner' ? await ownerStage(end) : [stage, await joinAs(stage, role)];
  await check(by, await grantAll(by, person), end);
});

/** A workspace whose owner is the grantor. An admin looks at what is left. */
async function ownerStage(end: End): Promise<[Stage, Person]> {
  const email = `owner-${end.replace(' ', '-')}@matrix.example`;
  const own = await openStage(email, stage.clientId);
  const admin = await joinAs(own, 'admin');
  const outbound = outboundWith(own.url, await createKey(admin.browser));
  return [
    { ...own, owner: admin.browser, outbound },
    { role: 'owner', email, browser: own.owner },
  ];
}

async function check(by: Stage, grantor: Grantor, end: End): Promise<void> {
  const granted = acts.filter((act) => act.has(grantor));
  const unable: string[] = [];
  for (const act of granted.filter(({ isRepeatable }) => isRepeatable))
    if (!(await act.succeeds(by, grantor))) unable.push(act.name);
  expect(unable, 'acts that must work before the end').toEqual([]);
  await ends[end](grantor, by);
  await pause(endsWithinMs);
  const wrong: string[] = [];
  for (const act of granted) {
    const mustEnd = act.endsAfter(end);
    const succeeds = await act.succeeds(by, grantor).catch((error: Error) => error.message);
    if (succeeds !== !mustEnd) wrong.push(`${act.through}, ${act.name}: ${succeeds}`);
    counts.cases += 1;
    if (mustEnd) counts.mustEnd += 1;
  }
  expect(wrong, `wrong after: ${end}`).toEqual([]);
}

test('the last owner cannot be removed, suspended, or given another role', { timeout: scenarioMs }, async () => {
  const admin = await joinAs(stage, 'admin');
  const members = await stage.outbound.call('get', '/members', {});
  const { userId } = members.find(({ role }) => role === 'owner')!;
  for (const [action, fields] of [
    ['remove', {}],
    ['suspend', {}],
    ['role', { role: 'admin' }],
  ] as const) {
    const { status, text } = await admin.browser.submit('/app/members', `/app/members/${userId}/${action}`, fields);
    expect([status, text.includes('Transfer ownership first.')], action).toEqual([expect.any(Number), true]);
    expect(status, action).toBeGreaterThanOrEqual(400);
    counts.cases += 1;
  }
  const [owner] = (await stage.outbound.call('get', '/members', {})).filter((one) => one.userId === userId);
  expect(owner).toMatchObject({ role: 'owner', state: 'active' });
});

test('the matrix has at least 300 cases', () => {
  expect(counts.cases).toBeGreaterThanOrEqual(300);
});
