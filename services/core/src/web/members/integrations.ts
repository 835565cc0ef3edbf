import { smallChangesSentence } from '../../actions/definition/small-changes.ts';
import { type DailyLimits, defaultDailyLimits, isAboveDefaults } from '../../domain/approvals/daily-limits.ts';
import { problemOfAdmitted, readAdmitted } from '../../domain/members/admitted-clients.ts';
import { mayAdminister } from '../../domain/members/role.ts';
import { cancelWaiting } from '../../engine/approvals/cancel-waiting.ts';
import { auditPerson } from '../../engine/members/audit-person.ts';
import { issueApiKey } from '../../engine/members/issue-api-key.ts';
import { revokeKey } from '../../engine/members/revoke-key.ts';
import { AppError } from '../../errors/errors.ts';
import { listApiKeys, setKeyRunsAtOnce } from '../../store/members/api-key-store.ts';
import { setAdmittedClients } from '../../store/members/workspace-people-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { personAt, requirePassword } from '../chain/person-at.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { emptyForm, type FormState, formStateAfter, formStateOf } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { connectLinks } from './connect-links.ts';
import { limitGrant, listGrants, revokeGrant } from './gateway-grants.ts';
import { readLimits } from './member-limits.ts';
import { knownScopes, scopeAreas, scopePresets, scopesOfPreset } from './scope-areas.ts';

export function integrationPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/integrations', requireMember, (ctx) => showList(ctx, deps));
  router.get('/app/integrations/keys/new', requireRoleAtPage('member'), (ctx) =>
    showForm(ctx, emptyForm({ scopes: scopesOfPreset('prepare') })),
  );
  router.post('/app/integrations/keys', requireRoleAtPage('member'), (ctx) => createKey(ctx, deps));
  router.post('/app/integrations/keys/:keyId/revoke', requireRoleAtPage('member'), (ctx) => revoke(ctx, deps));
  router.post('/app/integrations/keys/:keyId/at-once', requireRoleAtPage('member'), (ctx) => switchKey(ctx, deps));
  router.post('/app/integrations/admitted', requireRoleAtPage('admin'), (ctx) => admitClients(ctx, deps));
  router.post('/app/integrations/clients/:grantId/revoke', requireMember, (ctx) => revokeClient(ctx, deps));
  router.post('/app/integrations/clients/:grantId/limits', requireMember, (ctx) => limitClient(ctx, deps));
}

async function showList(ctx: WebContext, deps: WebDeps, more: object = {}): Promise<void> {
  const { workspace, user, workspaces, role } = memberIn(ctx);
  const keys = await listApiKeys(workspace.id);
  const grants = await listGrants(deps, user.id);
  const nameOf = new Map(workspaces.map(({ id, name }) => [id, name]));
  const clients = grants?.map((grant) => ({
    ...grant,
    dailyLimits: grant.dailyLimits ?? defaultDailyLimits,
    workspaceName: nameOf.get(grant.workspaceId) ?? 'removed',
  }));
  await renderPage(ctx, 'integrations', {
    baseUrl: deps.config.baseUrl,
    connectLinks: connectLinks(deps.config.baseUrl),
    smallChanges: smallChangesSentence,
    admitted: workspace.admittedClients?.join('\n') ?? '',
    admittedClients: workspace.admittedClients ?? [],
    admitsAny: !workspace.admittedClients,
    mayAdmit: mayAdminister(role),
    clients,
    isGatewayReachable: grants !== null,
    keys: keys.map((key) => ({
      ...key,
      ...autonomyOf(key.dailyLimits),
      isExpired: key.expiresAt !== null && key.expiresAt <= deps.now(),
    })),
    ...more,
  });
}

function autonomyOf({ credits, recipients }: DailyLimits) {
  const [most, people] = [credits ?? 'any number of', recipients ?? 'any number of'];
  const isUnattended = recipients !== defaultDailyLimits.recipients || credits !== defaultDailyLimits.credits;
  return { isUnattended, limitsText: `${most} credits, ${people} recipients a day` };
}

async function showForm(ctx: WebContext, form: FormState): Promise<void> {
  const chosen = [form.values.scopes ?? []].flat();
  await renderPage(ctx, 'key-new', {
    form,
    smallChanges: smallChangesSentence,
    chosen,
    scopeAreas,
    presets: Object.entries(scopePresets),
  });
}

async function createKey(ctx: WebContext, deps: WebDeps): Promise<void> {
  const form = formIn(ctx);
  const preset = form.get('preset');
  if (preset !== null) {
    const state = formStateOf(form);
    return showForm(ctx, { ...state, values: { ...state.values, scopes: scopesOfPreset(preset) } });
  }
  const { workspace, user } = memberIn(ctx);
  const days = fieldIn(ctx, 'expiresInDays');
  const wish = {
    name: fieldIn(ctx, 'name'),
    scopes: form.getAll('scopes'),
    expiresInDays: days === '' ? null : Number(days),
    unattended: form.get('unattended') === null ? undefined : limitsIn(ctx),
    runsAtOnce: form.get('runsAtOnce') !== null,
  };
  try {
    await requirePassword(ctx, deps);
    const issuer = { user, act: personAt(ctx), knownScopes };
    const { key, record } = await issueApiKey(workspace.id, wish, issuer, deps.now());
    await renderPage(ctx, 'key-created', { key, record, baseUrl: deps.config.baseUrl });
  } catch (error) {
    const state = formStateAfter(form, error);
    ctx.status = 422;
    await showForm(ctx, state);
  }
}

/** An empty field means no limit. */
function limitsIn(ctx: WebContext): DailyLimits {
  const [credits, recipients] = [fieldIn(ctx, 'creditsPerDay').trim(), fieldIn(ctx, 'recipientsPerDay').trim()];
  return {
    credits: credits === '' ? null : Number(credits),
    recipients: recipients === '' ? null : Number(recipients),
  };
}

async function revoke(ctx: WebContext, deps: WebDeps): Promise<void> {
  await revokeKey(memberIn(ctx).workspace.id, ctx.params.keyId!, personAt(ctx), deps.now());
  ctx.redirect('/app/integrations?notice=key-revoked');
}

/** Lets a person choose what a key does over MCP without a confirmation. */
async function switchKey(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  const keyId = ctx.params.keyId!;
  const runsAtOnce = fieldIn(ctx, 'runsAtOnce') === 'on';
  if (!(await setKeyRunsAtOnce(workspace.id, keyId, runsAtOnce)))
    throw new AppError('not_found', 'There is no such key any more.');
  const summary = `Let the API key ${keyId} make small changes ${runsAtOnce ? 'at once' : 'after a confirmation'}.`;
  const act = { ...personAt(ctx), action: 'limit_api_key', effect: 'write' } as const;
  await auditPerson(workspace.id, { ...act, summary, subjectIds: [keyId] }, deps.now());
  ctx.redirect('/app/integrations?notice=key-limited');
}

/** Sets the MCP clients that people may connect to this workspace. It also applies to existing connections. */
async function admitClients(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  const entries = fieldIn(ctx, 'admits') === 'any' ? null : readAdmitted(fieldIn(ctx, 'admitted'));
  const problem = entries && problemOfAdmitted(entries);
  if (problem) {
    ctx.status = 422;
    return showList(ctx, deps, { problem, admitsAny: false, admitted: fieldIn(ctx, 'admitted') });
  }
  await setAdmittedClients(workspace.id, entries);
  const summary =
    entries === null ? 'Admitted any MCP client.' : `Admitted these MCP clients only: ${entries.join(', ')}.`;
  const act = { ...personAt(ctx), action: 'admit_clients', effect: 'write' } as const;
  await auditPerson(workspace.id, { ...act, summary, subjectIds: [workspace.id] }, deps.now());
  ctx.redirect('/app/integrations?notice=clients-admitted');
}

/** Sets a client's limits for actions without approval. Only the person who connected it may set them. */
async function limitClient(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { user, workspace } = memberIn(ctx);
  const grantId = ctx.params.grantId!;
  let limits: DailyLimits;
  try {
    limits = readLimits(ctx);
    if (isAboveDefaults(limits)) await requirePassword(ctx, deps);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.status = error.status;
    return showList(ctx, deps, { problem: error.message });
  }
  const runsAtOnce = formIn(ctx).get('runsAtOnce') !== null;
  if (!(await limitGrant(deps, user.id, grantId, { ...limits, runsAtOnce }))) {
    ctx.status = 503;
    return showList(ctx, deps, { problem: 'The limits could not be changed: the MCP gateway does not answer.' });
  }
  const { limitsText } = autonomyOf(limits);
  const summary = `Let a connected client do without approval: ${limitsText}; small changes ${runsAtOnce ? 'at once' : 'after a confirmation'}.`;
  const act = { ...personAt(ctx), action: 'limit_client', effect: 'write' } as const;
  await auditPerson(workspace.id, { ...act, summary, subjectIds: [grantId] }, deps.now());
  ctx.redirect('/app/integrations?notice=client-limited');
}

async function revokeClient(ctx: WebContext, deps: WebDeps): Promise<void> {
  const grantId = ctx.params.grantId!;
  const { user, workspaces } = memberIn(ctx);
  const isRevoked = await revokeGrant(deps, user.id, grantId);
  if (isRevoked) for (const { id } of workspaces) await cancelWaiting(id, { connectionId: grantId }, deps.now());
  if (isRevoked) return ctx.redirect('/app/integrations?notice=client-revoked');
  ctx.status = 503;
  await showList(ctx, deps, { problem: 'The client could not be disconnected: the MCP gateway does not answer.' });
}
