import { weekdays } from '../../domain/sending/send-window.ts';
import { countHeldMessages } from '../../engine/approvals/work-for-person.ts';
import { replanAfter } from '../../engine/campaigns/replan/replan-campaign.ts';
import { auditPerson, personActor } from '../../engine/members/audit-person.ts';
import { sendingStopsOf, switchSending } from '../../engine/sending/switch-sending.ts';
import { AppError } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { eraseWorkspaceData } from '../../store/maintenance/erase-workspace-data.ts';
import { chooseWorkspace } from '../../store/members/session-store.ts';
import { renameWorkspace, updateWorkspaceSettings } from '../../store/workspaces/workspace-store.ts';
import { sayNext } from '../chain/flash.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { personAt, requirePassword } from '../chain/person-at.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { safeNext } from '../chain/safe-next.ts';
import { emptyForm, type FormState, formStateAfter, formStateOf } from '../forms/form-state.ts';
import { notices, renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { listGrants, revokeGrant } from '../members/gateway-grants.ts';
import { readSettings, settingsValues } from './settings-form.ts';

/** Due messages are counted up to this number. */
const dueCountedMax = 10_000;

export function settingsPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/settings', requireMember, async (ctx) => {
    const { workspace } = memberIn(ctx);
    await show(ctx, deps, emptyForm(settingsValues(workspace.name, workspace.settings)));
  });
  router.post('/app/settings', requireRoleAtPage('admin'), (ctx) => save(ctx, deps));
  router.post('/app/settings/sending', requireRoleAtPage('member'), (ctx) => stopOrResume(ctx, deps));
  router.get('/app/settings/erase', requireMember, (ctx) => renderPage(ctx, 'erase', { form: emptyForm() }));
  router.post('/app/settings/erase', requireRoleAtPage('owner'), (ctx) => erase(ctx, deps));
}

async function show(ctx: WebContext, deps: WebDeps, form: FormState) {
  const { workspace } = memberIn(ctx);
  return renderPage(ctx, 'settings', {
    form,
    ...(await sendingStopsOf(workspace.id)),
    due: await countHeldMessages(workspace.id, dueCountedMax, deps.now()),
    timeZones: Intl.supportedValuesOf('timeZone'),
    weekdays,
    chosenDays: [form.values.days ?? []].flat(),
  });
}

async function save(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  try {
    const { name, ...settings } = readSettings(formIn(ctx), workspace.settings);
    await renameWorkspace(workspace.id, name, deps.now());
    await updateWorkspaceSettings(workspace.id, settings, deps.now());
    await replanAfter(settings, workspace.id, deps.now());
    await audit(ctx, deps, 'update_settings', 'Changed the settings.');
  } catch (error) {
    ctx.status = 422;
    return show(ctx, deps, formStateAfter(formIn(ctx), error));
  }
  ctx.redirect('/app/settings?notice=settings-saved');
}

/** The emergency stop and its end. Only a person may resume, so the API has no operation for it. */
async function stopOrResume(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, user } = memberIn(ctx);
  const isStopping = fieldIn(ctx, 'sending') === 'stop';
  await inTransaction(async () => {
    await switchSending(workspace.id, isStopping, { by: personActor(user), at: deps.now() });
    const [action, summary] = isStopping
      ? ['stop_sending', 'Stopped all sending of the workspace.']
      : ['resume_sending', 'Resumed sending.'];
    await audit(ctx, deps, action, summary);
  });
  sayNext(ctx, deps, notices[`sending-${isStopping ? 'stopped' : 'resumed'}`]!);
  ctx.redirect(safeNext(fieldIn(ctx, 'back') || '/app/settings'));
}

async function erase(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, role, user, session } = memberIn(ctx);
  if (role !== 'owner') throw new AppError('requires_person', 'Only the owner may erase the workspace.');
  if (fieldIn(ctx, 'name').trim() !== workspace.name) {
    ctx.status = 422;
    const errors = { name: `Type the name exactly as it is: ${workspace.name}` };
    return renderPage(ctx, 'erase', { form: formStateOf(formIn(ctx), errors) });
  }
  try {
    await requirePassword(ctx, deps);
  } catch (error) {
    ctx.status = (error as AppError).status;
    return renderPage(ctx, 'erase', { form: formStateAfter(formIn(ctx), error) });
  }
  // A client that remains at the gateway is harmless: the core admits no one to a deleted workspace.
  const grants = (await listGrants(deps, user.id)) ?? [];
  for (const grant of grants) if (grant.workspaceId === workspace.id) await revokeGrant(deps, user.id, grant.id);
  await eraseWorkspaceData(workspace.id);
  await chooseWorkspace(user.id, session.id, null);
  ctx.redirect('/app?notice=workspace-erased');
}

function audit(ctx: WebContext, deps: WebDeps, action: string, summary: string): Promise<void> {
  const { id } = memberIn(ctx).workspace;
  return auditPerson(id, { ...personAt(ctx), action, effect: 'write', summary, subjectIds: [id] }, deps.now());
}
