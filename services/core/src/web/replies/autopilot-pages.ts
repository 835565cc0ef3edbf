import { autopilotClasses, autopilotOf } from '../../domain/replies/autopilot/autopilot-rules.ts';
import { auditPerson } from '../../engine/members/audit-person.ts';
import { switchAutopilot } from '../../engine/replies/autopilot/switch-autopilot.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { personAt, requirePassword } from '../chain/person-at.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { emptyForm, type FormState, formStateAfter } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { autopilotValues, readLaunchRules, readReplyDraftRules } from './autopilot-form.ts';

type Half = 'answers' | 'launches';

/** The only place where autopilot can be enabled, and only by a signed-in person. */
export function autopilotPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/autopilot', requireMember, (ctx) =>
    show(ctx, emptyForm(autopilotValues(autopilotOf(memberIn(ctx).workspace.autopilotRules)))),
  );
  router.post('/app/autopilot/answers', requireRoleAtPage('admin'), (ctx) => change(ctx, 'answers', deps));
  router.post('/app/autopilot/launches', requireRoleAtPage('admin'), (ctx) => change(ctx, 'launches', deps));
}

function show(ctx: WebContext, form: FormState): Promise<void> {
  const autopilot = autopilotOf(memberIn(ctx).workspace.autopilotRules);
  const classes = autopilotClasses.map((name) => ({
    name,
    label: name.replaceAll('_', ' '),
    field: `template-${name}`,
    template: form.values[`template-${name}`] ?? '',
    error: form.errors[`template-${name}`],
  }));
  return renderPage(ctx, 'autopilot', {
    form,
    autopilot,
    classes,
    chosenClasses: [form.values.classes ?? []].flat(),
  });
}

async function change(ctx: WebContext, half: Half, deps: WebDeps): Promise<void> {
  const { workspace, user } = memberIn(ctx);
  const before = autopilotOf(workspace.autopilotRules);
  const isOn = fieldIn(ctx, 'autopilot') === 'on';
  try {
    if (isOn) await requirePassword(ctx, deps);
    const rules = rulesOf(half, formIn(ctx), { isOn, before });
    await inTransaction(async () => {
      await switchAutopilot(workspace.id, rules, user.id, deps.now());
      const summary = `Switched autopilot ${isOn ? 'on' : 'off'} for ${half}.`;
      const subjectIds = [workspace.id];
      const entry = { ...personAt(ctx), action: 'switch_autopilot', effect: 'write', summary, subjectIds } as const;
      await auditPerson(workspace.id, entry, deps.now());
    });
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    ctx.status = 422;
    return show(ctx, { ...form, values: { ...autopilotValues(before), ...form.values } });
  }
  ctx.redirect(`/app/autopilot?notice=autopilot-${half}-${isOn ? 'on' : 'off'}`);
}

/** Disabling autopilot keeps its settings for the next time. */
function rulesOf(
  half: Half,
  form: URLSearchParams,
  { isOn, before }: { isOn: boolean; before: ReturnType<typeof autopilotOf> },
) {
  if (half === 'answers') {
    return { answers: isOn ? readReplyDraftRules(form, true) : { ...before.answers, isOn: false } };
  }
  return { launches: isOn ? readLaunchRules(form, true) : { ...before.launches, isOn: false } };
}
