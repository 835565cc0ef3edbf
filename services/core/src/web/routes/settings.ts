import { weekdays } from '../../domain/mail/send-window.ts';
import { AppError } from '../../errors.ts';
import { auditPerson, personActor } from '../../identity/audit-person.ts';
import { eraseWorkspaceData } from '../../store/identity/erase-workspace-data.ts';
import { chooseWorkspace } from '../../store/identity/session-store.ts';
import { renameWorkspace, setAutopilot, updateWorkspaceSettings } from '../../store/identity/workspace-store.ts';
import { inTransaction } from '../../store/transaction.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { emptyForm, type FormState, formStateAfter, formStateOf } from '../form-state.ts';
import { listGrants, revokeGrant } from '../gateway-grants.ts';
import { renderPage } from '../render-page.ts';
import { readSettings, settingsValues } from '../settings-form.ts';
import type { WebContext, WebDeps, WebRouter } from '../web-deps.ts';

export const settingsPages = (router: WebRouter, deps: WebDeps): void => {
  router.get('/app/settings', requireMember, async (ctx) => {
    const { workspace } = memberIn(ctx);
    await show(ctx, emptyForm(settingsValues(workspace.name, workspace.settings)));
  });
  router.post('/app/settings', requireMember, (ctx) => save(ctx, deps));
  router.post('/app/settings/autopilot', requireMember, (ctx) => switchAutopilot(ctx, deps));
  router.get('/app/settings/erase', requireMember, (ctx) => renderPage(ctx, 'erase', { form: emptyForm() }));
  router.post('/app/settings/erase', requireMember, (ctx) => erase(ctx, deps));
};

const show = (ctx: WebContext, form: FormState) =>
  renderPage(ctx, 'settings', {
    form,
    timeZones: Intl.supportedValuesOf('timeZone'),
    weekdays,
    chosenDays: [form.values.days ?? []].flat(),
  });

async function save(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  try {
    const { name, ...settings } = readSettings(formIn(ctx), workspace.settings);
    await renameWorkspace(workspace.id, name, deps.now());
    await updateWorkspaceSettings(workspace.id, settings, deps.now());
    await audit(ctx, deps, 'update_settings', 'Changed the settings.');
  } catch (error) {
    ctx.status = 422;
    return show(ctx, formStateAfter(formIn(ctx), error));
  }
  ctx.redirect('/app/settings?notice=settings-saved');
}

async function switchAutopilot(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, user } = memberIn(ctx);
  const isOn = fieldIn(ctx, 'autopilot') === 'on';
  await inTransaction(async () => {
    await setAutopilot(workspace.id, isOn, user.id, deps.now());
    await audit(ctx, deps, 'switch_autopilot', `Switched autopilot ${isOn ? 'on' : 'off'}.`);
  });
  ctx.redirect(`/app/settings?notice=autopilot-${isOn ? 'on' : 'off'}`);
}

async function erase(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, role, user, session } = memberIn(ctx);
  if (role !== 'owner') throw new AppError('requires_person', 'Only the owner may erase the workspace.');
  if (fieldIn(ctx, 'name').trim() !== workspace.name) {
    ctx.status = 422;
    const errors = { name: `Type the name exactly as it is: ${workspace.name}` };
    return renderPage(ctx, 'erase', { form: formStateOf(formIn(ctx), errors) });
  }
  // A client that stays at the gateway is harmless: the core lets no one into a workspace that is gone.
  const grants = (await listGrants(deps, user.id)) ?? [];
  for (const grant of grants) if (grant.workspaceId === workspace.id) await revokeGrant(deps, user.id, grant.id);
  await eraseWorkspaceData(workspace.id);
  await chooseWorkspace(user.id, session.id, null);
  ctx.redirect('/app?notice=workspace-erased');
}

function audit(ctx: WebContext, deps: WebDeps, action: string, summary: string): Promise<void> {
  const { workspace, user } = memberIn(ctx);
  const act = { actor: personActor(user), via: 'app', requestId: ctx.state.requestId, effect: 'write' } as const;
  return auditPerson(workspace.id, { ...act, action, summary, subjectIds: [workspace.id] }, deps.now());
}
