import { auditPerson, personActor } from '../../identity/audit-person.ts';
import { issueApiKey } from '../../identity/issue-api-key.ts';
import { listApiKeys, revokeApiKey } from '../../store/identity/api-key-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { emptyForm, type FormState, formStateAfter, formStateOf } from '../form-state.ts';
import { listGrants, revokeGrant } from '../gateway-grants.ts';
import { renderPage } from '../render-page.ts';
import { knownScopes, scopeAreas, scopePresets, scopesOfPreset } from '../scope-areas.ts';
import type { WebContext, WebDeps, WebRouter } from '../web-deps.ts';

export const integrationPages = (router: WebRouter, deps: WebDeps): void => {
  router.get('/app/integrations', requireMember, (ctx) => showList(ctx, deps));
  router.get('/app/integrations/keys/new', requireMember, (ctx) =>
    showForm(ctx, emptyForm({ scopes: scopesOfPreset('prepare') })),
  );
  router.post('/app/integrations/keys', requireMember, (ctx) => createKey(ctx, deps));
  router.post('/app/integrations/keys/:keyId/revoke', requireMember, (ctx) => revokeKey(ctx, deps));
  router.post('/app/integrations/clients/:grantId/revoke', requireMember, (ctx) => revokeClient(ctx, deps));
};

async function showList(ctx: WebContext, deps: WebDeps, more: { problem?: string } = {}): Promise<void> {
  const { workspace, user, workspaces } = memberIn(ctx);
  const keys = await listApiKeys(workspace.id);
  const grants = await listGrants(deps, user.id);
  const nameOf = new Map(workspaces.map(({ id, name }) => [id, name]));
  const clients = grants?.map((grant) => ({ ...grant, workspaceName: nameOf.get(grant.workspaceId) ?? 'removed' }));
  await renderPage(ctx, 'integrations', {
    baseUrl: deps.config.baseUrl,
    clients,
    isGatewayReachable: grants !== null,
    keys: keys.map((key) => ({ ...key, isExpired: key.expiresAt !== null && key.expiresAt <= deps.now() })),
    ...more,
  });
}

async function showForm(ctx: WebContext, form: FormState): Promise<void> {
  const chosen = [form.values.scopes ?? []].flat();
  await renderPage(ctx, 'key-new', { form, chosen, scopeAreas, presets: Object.entries(scopePresets) });
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
  };
  try {
    const issuer = { user, via: 'app', requestId: ctx.state.requestId, knownScopes } as const;
    const { key, record } = await issueApiKey(workspace.id, wish, issuer, deps.now());
    await renderPage(ctx, 'key-created', { key, record, baseUrl: deps.config.baseUrl });
  } catch (error) {
    const state = formStateAfter(form, error);
    ctx.status = 422;
    await showForm(ctx, state);
  }
}

async function revokeKey(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, user } = memberIn(ctx);
  const keyId = ctx.params.keyId!;
  if (await revokeApiKey(workspace.id, keyId, deps.now())) {
    const { requestId } = ctx.state;
    const act = {
      actor: personActor(user),
      via: 'app',
      requestId,
      action: 'revoke_api_key',
      effect: 'destroy',
    } as const;
    await auditPerson(
      workspace.id,
      { ...act, summary: `Revoked the API key ${keyId}.`, subjectIds: [keyId] },
      deps.now(),
    );
  }
  ctx.redirect('/app/integrations?notice=key-revoked');
}

async function revokeClient(ctx: WebContext, deps: WebDeps): Promise<void> {
  const isRevoked = await revokeGrant(deps, memberIn(ctx).user.id, ctx.params.grantId!);
  if (isRevoked) return ctx.redirect('/app/integrations?notice=client-revoked');
  ctx.status = 503;
  await showList(ctx, deps, { problem: 'The client could not be disconnected: the MCP gateway does not answer.' });
}
