import { getApproval } from '../../actions/approvals/get-approval.ts';
import { listAudit } from '../../actions/events/audit/list-audit.ts';
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
import { wishOf } from '../shown/wish-of.ts';
import { listGrants, listUnconfirmed, refuseUnconfirmed } from './gateway-grants.ts';

const entriesMax = 100;
const preparedMax = 10;

interface Agent {
  /** As the audit log names it. */
  id: string;
  name: string;
  kind: 'API key' | 'connected client';
  limits?: { credits: number | null; recipients: number | null };
  lastUsedAt: Date | string | null;
}

/** Who acts for people here: keys and connected clients, and what each of them did. */
export function agentPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/agents', requireMember, async (ctx) => {
    const { suspendedAgents = [] } = memberIn(ctx).workspace;
    const unconfirmed = await listUnconfirmed(deps, memberIn(ctx).workspace.id);
    const agents = (await agentsOf(ctx, deps)).map((one) => ({
      ...one,
      unconfirmed: unconfirmed.filter(({ agentId }) => agentId === one.id).length,
      isSuspended: suspendedAgents.includes(one.id),
    }));
    await renderPage(ctx, 'agents', { agents });
  });
  router.get('/app/agents/:id', requireMember, (ctx) => show(ctx, deps));
  router.post('/app/agents/:id', requireRoleAtPage('member'), (ctx) => change(ctx, deps));
  router.post('/app/agents/:id/refuse', requireRoleAtPage('member'), (ctx) => refuse(ctx, deps));
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

/** Clients of other members are known by what they did. */
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

/** Suspended, it is refused at once whatever it asks for; resumed, it goes on as before. */
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

/** What was prepared does not happen: the agent is refused when it confirms. */
async function refuse(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { id: workspaceId } = memberIn(ctx).workspace;
  const [agentId, previewId] = [ctx.params.id!, fieldIn(ctx, 'previewId')];
  const isRefused = await refuseUnconfirmed(deps, workspaceId, previewId);
  const said = isRefused ? 'Refused: it will not happen.' : 'It was confirmed or has ended meanwhile.';
  if (isRefused) {
    const act = { action: 'refuse_preview', effect: 'write' as const, summary: said, subjectIds: [agentId] };
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
    ...{ agent, entries, entriesMax },
    prepared: await preparedBy(ctx, deps, asked.flatMap(({ subjectIds }) => subjectIds).slice(0, preparedMax)),
    done: done.length,
    asked: asked.length,
    refused: entries.length - done.length - asked.length,
    spent: done.reduce((sum, { credits }) => sum + credits, 0),
  });
}

/** What it asked for, and what became of that; those that are gone are left out. */
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
