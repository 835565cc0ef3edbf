import { randomUUID } from 'node:crypto';
import { createOutbound, type Outbound } from '../../shared/client/src/index.ts';
import { until } from '../harness/running-process.ts';
import type { SmtpSink } from '../harness/smtp-sink.ts';
import {
  callTool,
  exchangeCode,
  type OpenConsent,
  type OpenQuestion,
  openConsent,
  openQuestion,
  type Tokens,
} from './mcp-connection.ts';
import { Visitor } from './visitor.ts';

export type Role = 'owner' | 'admin' | 'member' | 'viewer';
export const password = 'correct horse battery staple';
/** Name of a tag, which only pages of the tested workspace show. */
export const marker = 'only-in-this-workspace';
/** More than the daily credits of a key or connection without approval. */
export const revealed = 40;

/** The product, and an owner whose workspace the grantors join. */
export interface Stage {
  url: string;
  sink: SmtpSink;
  clientId: string;
  /** Someone with the rights to remove the grantor. */
  owner: Visitor;
  outbound: Outbound;
  workspaceId: string;
  peopleIds: string[];
}

let addresses = 0;
export function newAddress(): string {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

export async function signIn(url: string, email: string, secret = password): Promise<Visitor> {
  const visitor = new Visitor(url, newAddress());
  const page = await visitor.submit('/app/sign-in', '/app/sign-in', { email, password: secret, next: '/app' });
  if (page.status !== 302) throw new Error(`${email} could not sign in: ${page.status}`);
  return visitor;
}

/** Another browser of the person, which shows the tested workspace. */
async function signInAt({ url, workspaceId }: Stage, email: string): Promise<Visitor> {
  const visitor = await signIn(url, email);
  await visitor.submit('/app/members', '/app/workspaces/switch', { workspaceId });
  return visitor;
}

/** Path of the newest link in a mail to this address. */
export async function linkTo({ sink }: Pick<Stage, 'sink'>, email: string, path: string): Promise<string> {
  const pattern = new RegExp(`${path}[^\\s]*`, 'g');
  const links = () =>
    sink.received
      .filter(({ to }) => to.includes(email))
      .flatMap(({ source }) => [...source.replace(/=\r\n/g, '').replaceAll('=3D', '=').matchAll(pattern)])
      .map(([link]) => link);
  const link = await until(`a mail to ${email}`, async () => links().at(-1));
  sink.received.length = 0;
  return link;
}

export async function inviteTo({ owner }: Pick<Stage, 'owner'>, role: string): Promise<string> {
  const page = await owner.submit('/app/members', '/app/members/invite', { note: role, role, password });
  const [link] = /\/app\/join\/[\w-]+/.exec(page.text) ?? [];
  if (link === undefined) throw new Error(`No invitation as ${role}: ${page.status}`);
  return link;
}

/** Starts signing up with an invitation, and returns the link that the mail has. */
export async function signUpLink(stage: Stage, invitation: string, email: string): Promise<string> {
  const visitor = new Visitor(stage.url, newAddress());
  const fields = { name: 'Grace Hopper', email, password, workspaceName: 'Own', next: invitation };
  await visitor.submit(`/app/sign-up?next=${encodeURIComponent(invitation)}`, '/app/sign-up', fields);
  return linkTo(stage, email, '/app/sign-up/confirm');
}

/** Everything that one person let in. Absent if their role can't grant it. */
export interface Grants {
  key?: string;
  keyApprovalId?: string;
  connection: Tokens;
  connectionApprovalId?: string;
  question?: OpenQuestion;
  otherBrowser: Visitor;
  consent: OpenConsent;
  code: { code: string; verifier: string };
  memberInvitation?: string;
  adminInvitation?: string;
  signUpLink?: string;
  resetLink: string;
  hasAutopilot: boolean;
}

export interface Person {
  role: Role;
  email: string;
  browser: Visitor;
}

export interface Grantor extends Person {
  userId: string;
  grants: Grants;
  /** A second reset link, for the event that uses one. */
  spareResetLink: string;
}

/** A person who has joined with this role. */
export async function joinAs(stage: Stage, role: Exclude<Role, 'owner'>): Promise<Person> {
  const email = `${role}-${randomUUID().slice(0, 8)}@matrix.example`;
  const invitation = await inviteTo(stage, role);
  const link = await signUpLink(stage, invitation, email);
  const browser = new Visitor(stage.url, newAddress());
  await browser.submit(link, link, {});
  const joined = await browser.submit(invitation, invitation, {});
  if (!joined.location.includes('joined')) throw new Error(`${email} could not join: ${joined.status}`);
  return { role, email, browser };
}

/** Lets in everything that the role of this person allows. */
export async function grantAll(stage: Stage, { role, email, browser }: Person): Promise<Grantor> {
  const members = await stage.outbound.call('get', '/members', {});
  const userId = members.find((member) => member.email === email)!.userId;
  const isWriter = role !== 'viewer';
  const isAdmin = role === 'owner' || role === 'admin';
  const connection = (await connect(stage, browser))!;
  const key = isWriter ? await createKey(browser) : undefined;
  const invitations = isAdmin
    ? {
        memberInvitation: await inviteTo({ owner: browser }, 'member'),
        adminInvitation: await inviteTo({ owner: browser }, 'admin'),
      }
    : {};
  const signUp = isAdmin
    ? { signUpLink: await signUpLink(stage, await inviteTo({ owner: browser }, 'member'), `new-${email}`) }
    : {};
  if (isAdmin) await turnOnAutopilot(browser);
  const pending = await openConsent(stage.url, stage.clientId, browser, stage.workspaceId);
  const code = (await pending.approve())!;
  return {
    role,
    userId,
    email,
    browser,
    spareResetLink: await resetLink(stage, email),
    grants: {
      ...(key !== undefined && { key, keyApprovalId: await requestByKey(stage, key) }),
      connection,
      ...(isWriter && {
        connectionApprovalId: await requestByConnection(stage, connection.access_token),
        question: await openQuestion(stage.url, connection.access_token),
      }),
      otherBrowser: await signInAt(stage, email),
      consent: await openConsent(stage.url, stage.clientId, browser, stage.workspaceId),
      code: { code, verifier: pending.verifier },
      ...invitations,
      ...signUp,
      resetLink: await resetLink(stage, email),
      hasAutopilot: isAdmin,
    },
  };
}

async function connect(stage: Stage, browser: Visitor): Promise<Tokens | null> {
  const consent = await openConsent(stage.url, stage.clientId, browser, stage.workspaceId);
  const code = await consent.approve();
  if (code === null) throw new Error('The connection was rejected.');
  return exchangeCode(stage.url, stage.clientId, code, consent.verifier);
}

export async function createKey(browser: Visitor, secret = password): Promise<string> {
  const page = await browser.get('/app/integrations/keys/new');
  const form = new URLSearchParams({ name: 'Matrix', password: secret, expiresInDays: '' });
  form.set('_csrf', /name="_csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '');
  for (const [, scope = ''] of page.text.matchAll(/name="scopes" value="([^"]+)"/g)) form.append('scopes', scope);
  const created = await browser.post('/app/integrations/keys', form);
  return /obk_live_[0-9A-Za-z]{38}/.exec(created.text)?.[0] ?? '';
}

async function turnOnAutopilot(browser: Visitor): Promise<void> {
  const rules = { classes: 'question', perDay: '5', undoMinutes: '15', quietFrom: '21:00', quietTo: '07:30' };
  await browser.submit('/app/autopilot', '/app/autopilot/answers', { autopilot: 'on', password, ...rules });
}

/** A reveal beyond the daily limit, which needs a person. */
async function requestByKey(stage: Stage, key: string): Promise<string> {
  const response = await fetch(`${stage.url}/api/public/v1/search/people/reveal`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: stage.peopleIds }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: one field of the envelope.
  return ((await response.json()) as any).data.approval.id;
}

async function requestByConnection(stage: Stage, token: string): Promise<string> {
  const preview = await callTool(stage.url, token, 'reveal_people', { ids: stage.peopleIds });
  const { confirmationId, what, confirmWith } = preview;
  const confirmed = await callTool(stage.url, token, confirmWith, { confirmationId, what });
  return /apr_\w+/.exec(JSON.stringify(confirmed))![0];
}

async function resetLink(stage: Stage, email: string): Promise<string> {
  const visitor = new Visitor(stage.url, newAddress());
  await visitor.submit('/app/forgotten', '/app/forgotten', { email });
  return linkTo(stage, email, '/app/reset');
}

export function outboundWith(url: string, apiKey: string): Outbound {
  return createOutbound({ baseUrl: url, apiKey });
}
