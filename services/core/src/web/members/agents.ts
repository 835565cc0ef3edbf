import { getApproval } from '../../actions/approvals/get-approval.ts';
import { listAudit } from '../../actions/events/audit/list-audit.ts';
import { listStandingOrders } from '../../actions/jobs/standing/list-standing-orders.ts';
import { ordersMax, scheduleInWords } from '../../domain/jobs/standing-order.ts';
import { localDay } from '../../domain/sending/send-window.ts';
import { auditPerson, type PersonalAct } from '../../engine/members/audit-person.ts';
import { switchAgent } from '../../engine/members/switch-agent.ts';
import { AppError } from '../../errors/errors.ts';
import { listApiKeys } from '../../store/members/api-key-store.ts';
import { sayNext } from '../chain/flash.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { personAt } from '../chain/person-at.ts';
import { fieldIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { actionNamed } from '../shown/record-types.ts';
import { wishOf } from '../shown/wish-of.ts';
import { agreeToUnconfirmed, listGrants, listUnconfirmed, refuseUnconfirmed } from './gateway-grants.ts';

const entriesMax = 100;
const preparedMax = 10;

interface Agent {
  /** ID in the audit log. */
  id: string;
  name: string;
  kind: 'API key' | 'connected client';
  limits?: { credits: number | null; recipients: number | null };
  lastUsedAt: Date | string | null;
}

/** Keys and connected clients that act for people here, with their activity. */
export function agentPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/agents', requireMember, async (ctx) => {
    const { suspendedAgents = [] } = memberIn(ctx).workspace;
    const unconfirmed = await listUnconfirmed(deps, memberIn(ctx).workspace.id);
    const done = await doneToday(ctx, deps);
    const agents = (await agentsOf(ctx, deps)).map((one) => ({
      ...one,
      done: done.get(one.id) ?? 0,
      unconfirmed: unconfirmed.filter(({ agentId }) => agentId === one.id).length,
      isSuspended: suspendedAgents.includes(one.id),
    }));
    const found = await readAction(ctx, deps, listStandingOrders, { limit: ordersMax });
    const orders = found.map((order) => ({
      ...order,
      schedule: scheduleInWords(order),
      actions: order.does.map(({ action }) => actionNamed(action)?.title ?? action).join(', '),
    }));
    await renderPage(ctx, 'agents', { agents, orders });
  });
  router.get('/app/agents/:id', requireMember, (ctx) => show(ctx, deps));
  router.post('/app/agents/:id', requireRoleAtPage('member'), (ctx) => change(ctx, deps));
  router.post('/app/agents/:id/refuse', requireRoleAtPage('member'), (ctx) => decide(ctx, deps, refusal));
  router.post('/app/agents/:id/agree', requireRoleAtPage('member'), (ctx) => decide(ctx, deps, agreement));
}

/** Actions of each actor today, among the newest entries of the audit log. */
async function doneToday(ctx: WebContext, deps: WebDeps): Promise<Map<string, number>> {
  const { timeZone } = memberIn(ctx).workspace.settings;
  const today = localDay(deps.now(), timeZone);
  const entries = await readAction(ctx, deps, listAudit, { result: 'ok', limit: entriesMax });
  const counts = new Map<string, number>();
  for (const { actor, createdAt } of entries) {
    if (localDay(new Date(createdAt), timeZone) === today) counts.set(actor.id, (counts.get(actor.id) ?? 0) + 1);
  }
  return counts;
}

async function agentsOf(ctx: WebContext, deps: WebDeps): Promise<Agent[]> {
  const { workspace, user } = memberIn(ctx);
  const keys = (await listApiKeys(workspace.id)).map(
    ({ id, name, dailyLimits, lastUsedAt }): Agent => ({ id, name, kind: 'API key', limits: dailyLimits, lastUsedAt }),
  );
  const grants = (await listGrants(deps, user.id)) ?? [];
  const clients = grants
    .filter(({ workspaceId }) => workspaceId === workspace.id)
    .map(
      ({ clientId, clientName, lastUsedAt }): Agent => ({
        id: clientId,
        name: clientName,
        kind: 'connected client',
        lastUsedAt,
      }),
    );
  const known = [...keys, ...clients];
  return [...known, ...(await clientsOfOthers(ctx, deps, known))];
}

/** Finds clients of other members by their entries in the audit log. */
async function clientsOfOthers(ctx: WebContext, deps: WebDeps, known: Agent[]): Promise<Agent[]> {
  const ids = new Set(known.map(({ id }) => id));
  const entries = await readAction(ctx, deps, listAudit, { limit: entriesMax });
  const others = new Map<string, Agent>();
  for (const { actor, createdAt } of entries) {
    const isOther = actor.kind === 'oauth_client' && !ids.has(actor.id) && !others.has(actor.id);
    if (isOther) others.set(actor.id, { ...actor, kind: 'connected client', lastUsedAt: createdAt });
  }
  return [...others.values()];
}

/** A suspended agent's requests are rejected immediately. A resumed agent continues as before. */
async function change(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { id: workspaceId } = memberIn(ctx).workspace;
  const agentId = ctx.params.id!;
  const agent = (await agentsOf(ctx, deps)).find(({ id }) => id === agentId);
  if (agent === undefined) throw new AppError('not_found', 'There is no such key or client any more.');
  const isSuspending = fieldIn(ctx, 'decision') === 'suspend';
  await switchAgent(workspaceId, agentId, isSuspending);
  const [action, summary] = isSuspending
    ? ['suspend_agent', `Suspended ${agent.name}.`]
    : ['resume_agent', `Resumed ${agent.name}.`];
  const act = { action, effect: 'write', summary, subjectIds: [agentId] } satisfies Partial<PersonalAct>;
  await auditPerson(workspaceId, { ...personAt(ctx), ...act }, deps.now());
  sayNext(ctx, deps, summary);
  ctx.redirect(`/app/agents/${encodeURIComponent(agentId)}`);
}

interface Decision {
  /** Name in the audit log. */
  action: string;
  decide(deps: WebDeps, workspaceId: string, previewId: string): Promise<boolean>;
  said: string;
}

/** The agent's confirmation is then rejected. */
const refusal: Decision = {
  action: 'refuse_preview',
  decide: refuseUnconfirmed,
  said: 'Rejected. It will not run.',
};
/** For clients that cannot show the question. The agent's next confirmation then runs the action without asking. */
const agreement: Decision = {
  action: 'agree_to_preview',
  decide: agreeToUnconfirmed,
  said: 'Agreed. Tell the agent to confirm it now.',
};

async function decide(ctx: WebContext, deps: WebDeps, { action, decide, said: done }: Decision): Promise<void> {
  const { id: workspaceId } = memberIn(ctx).workspace;
  const [agentId, previewId] = [ctx.params.id!, fieldIn(ctx, 'previewId')];
  const isDecided = await decide(deps, workspaceId, previewId);
  const said = isDecided ? done : 'It was already confirmed or has expired.';
  if (isDecided) {
    const act = { action, effect: 'write' as const, summary: said, subjectIds: [agentId] };
    await auditPerson(workspaceId, { ...personAt(ctx), ...act }, deps.now());
  }
  sayNext(ctx, deps, said);
  ctx.redirect(`/app/agents/${encodeURIComponent(agentId)}`);
}

async function show(ctx: WebContext, deps: WebDeps): Promise<void> {
  const agent = (await agentsOf(ctx, deps)).find(({ id }) => id === ctx.params.id);
  if (agent === undefined) throw new AppError('not_found', 'There is no such key or client any more.');
  const entries = await readAction(ctx, deps, listAudit, { actorId: agent.id, limit: entriesMax });
  const done = entries.filter(({ result }) => result === 'ok');
  const asked = entries.filter(({ result }) => result === 'approval_requested');
  const { id: workspaceId, suspendedAgents = [] } = memberIn(ctx).workspace;
  const unconfirmed = await listUnconfirmed(deps, workspaceId);
  await renderPage(ctx, 'agent', {
    unconfirmed: unconfirmed.filter(({ agentId }) => agentId === agent.id),
    isSuspended: suspendedAgents.includes(agent.id),
    agent,
    entries,
    entriesMax,
    prepared: await preparedBy(ctx, deps, asked.flatMap(({ subjectIds }) => subjectIds).slice(0, preparedMax)),
    done: done.length,
    asked: asked.length,
    refused: entries.length - done.length - asked.length,
    spent: done.reduce((sum, { credits }) => sum + credits, 0),
  });
}

/** Its requests and their outcomes, without deleted ones. */
async function preparedBy(ctx: WebContext, deps: WebDeps, approvalIds: string[]) {
  const found = approvalIds.map((approvalId) =>
    readAction(ctx, deps, getApproval, { approvalId }).catch((error) => {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }),
  );
  return (await Promise.all(found))
    .filter((approval) => approval !== null)
    .map((approval) => ({
      ...approval,
      summary: (approval.state === 'executed' && approval.outcome?.summary) || wishOf(approval.summary),
    }));
}
