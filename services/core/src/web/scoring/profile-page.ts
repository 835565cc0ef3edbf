import { randomUUID } from 'node:crypto';
import { listCustomFields } from '../../actions/fields/list-custom-fields.ts';
import { getTargetProfile } from '../../actions/scoring/get-target-profile.ts';
import { previewTargetProfile } from '../../actions/scoring/preview-target-profile.ts';
import { updateTargetProfile } from '../../actions/scoring/update-target-profile.ts';
import { fitFieldsOf, fitOperators, numberFitFields } from '../../domain/scoring/fit-criteria.ts';
import { AppError } from '../../errors/errors.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { refusalOf } from '../do/form-page.ts';
import { performAction, readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { commandsOn } from '../records/record-page.ts';
import { labelOf, wordsOf } from '../shown/words.ts';
import { type CriterionRow, criteriaIn, isUnfinished, rowsOf } from './criterion-rows.ts';

const path = '/app/scoring/:profileId';
const bestShown = 5;
const stepSize = 10;

/** Criteria of a target profile beside the distribution that they give, which follows each change. */
export function scoringPages(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, (ctx) => show(ctx, deps));
  router.post(path, requireRoleAtPage('member'), (ctx) => save(ctx, deps));
}

/** Rows as the person left them. */
interface Left {
  rows: CriterionRow[];
  problem?: string;
}

async function show(ctx: WebContext, deps: WebDeps, left?: Left): Promise<void> {
  const profileId = ctx.params.profileId!;
  const profile = await readAction(ctx, deps, getTargetProfile, { profileId });
  const { best, histogram, ...preview } = await readAction(ctx, deps, previewTargetProfile, { profileId });
  const most = Math.max(1, ...histogram);
  await renderPage(ctx, 'scoring-profile', {
    profile,
    rows: left?.rows ?? rowsOf(profile.criteria),
    fields: await fieldsOf(ctx, deps, profile),
    operators: fitOperators.map((value) => ({ value, text: wordsOf(value) })),
    bars: histogram.map((count, index) => ({ from: index * stepSize, to: (index + 1) * stepSize, count, most })),
    preview,
    best: best.slice(0, bestShown),
    problem: left?.problem,
    key: randomUUID(),
    commands: commandsOn('profileId', profileId, ctx.path),
  });
}

type Profile = Awaited<ReturnType<typeof getTargetProfile.run>>['data'];

/** Fields that a criterion can name, with the workspace's own and those that the profile already names. */
async function fieldsOf(ctx: WebContext, deps: WebDeps, { kind, criteria }: Profile) {
  const own = await readAction(ctx, deps, listCustomFields, {});
  const ofOwn = own.filter(({ recordTypes }) => recordTypes.includes(kind === 'person' ? 'contact' : 'company'));
  const ofCompany = own.filter(({ recordTypes }) => kind === 'person' && recordTypes.includes('company'));
  const custom = new Map<string, string>([
    ...ofOwn.map(({ key, type }) => [`customFields.${key}`, type] as const),
    ...ofCompany.map(({ key, type }) => [`company.customFields.${key}`, type] as const),
  ]);
  const names = new Set([...fitFieldsOf(kind), ...custom.keys(), ...criteria.map(({ field }) => field)]);
  return [...names].map((value) => {
    const type = custom.get(value) ?? (numberFitFields.includes(value.replace('company.', '')) ? 'number' : 'text');
    return { value, text: labelOf(value.replaceAll('.', ' ')), type };
  });
}

/** Saves the criteria as they stand. Scores follow only when the profile is published. */
async function save(ctx: WebContext, deps: WebDeps): Promise<void> {
  const profileId = ctx.params.profileId!;
  const form = formIn(ctx);
  const rows = rowsOf([], form);
  try {
    const profile = await readAction(ctx, deps, getTargetProfile, { profileId });
    const types = new Map((await fieldsOf(ctx, deps, profile)).map(({ value, type }) => [value, type]));
    const criteria = criteriaIn(rows, profile.criteria, (field) => types.get(field));
    if (criteria.length === 0) throw new AppError('validation_failed', 'A profile needs at least one criterion.');
    await performAction(ctx, deps, updateTargetProfile, { profileId, criteria });
    // Unfinished rows stay on the page until they have a value.
    if (ctx.get('hx-request') === 'true') return await show(ctx, deps, { rows });
    if (rows.some(isUnfinished)) throw new AppError('validation_failed', 'Add a value to each criterion.');
    ctx.redirect(`/app/scoring/${profileId}`);
  } catch (error) {
    const { problem } = refusalOf(error);
    ctx.status = 422;
    await show(ctx, deps, { rows, problem });
  }
}
