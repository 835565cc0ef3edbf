import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { type CompanyFilter, companyFilterProperties } from '../../engine/companies/company-filter.ts';
import { resolveCompanyFilter } from '../../engine/companies/resolve-company-filter.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { WhereOfFilter } from '../../engine/fields/query/where-input.ts';
import { requireProfile } from '../../engine/scoring/require-profile.ts';
import { asScored, requirePublished, scoreRecords, withFacts } from '../../engine/scoring/scored-record.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import { countCompanies, findCompanies } from '../../store/companies/company-store.ts';
import { saveScores } from '../../store/scoring/score-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { startJob } from '../jobs/start-job.ts';
import { answerOf, atOnceMax, jobRecordsMax, planOf, type Scoring, ScoringAnswer } from './plan-scoring.ts';
import { ProfileId } from './profile-view.ts';

export const scoreCompanies = defineWrite({
  name: 'score_companies',
  title: 'Score companies',
  summary: 'Score companies with a published target profile.',
  description:
    'Scores companies with a published target profile of kind company. Give companyIds (up to 500, scored ' +
    'immediately and returned best first with explanations), or listId, filter, or where, or none of them for ' +
    'all companies (a job; follow it with get_job). The score is stored on each company and becomes stale ' +
    'when the company or the profile changes. Free.',
  method: 'post',
  path: '/scoring/companies',
  scope: 'scoring:write',
  effect: 'write',
  small: { change: 'scores', undo: 'score_companies again with another profile. Nothing else was changed.' },
  input: Input({
    profileId: ProfileId,
    companyIds: Type.Optional(
      Type.Array(Id('com', 'A company.'), {
        minItems: 1,
        maxItems: atOnceMax,
        uniqueItems: true,
        description: 'These.',
      }),
    ),
    listId: Type.Optional(Id('lst', 'All members of this list of companies.')),
    filter: Type.Optional(
      Type.Object(companyFilterProperties, {
        additionalProperties: false,
        minProperties: 1,
        description: 'All companies that match the filters of list_companies.',
      }),
    ),
    where: Type.Optional(WhereOfFilter),
  }),
  output: ScoringAnswer,
  statuses: [200, 202],
  errors: ['not_found', 'invalid_state'],

  async plan({ profileId, companyIds, listId, filter, where }, ctx) {
    if ([companyIds, listId, filter, where].filter((way) => way !== undefined).length > 1) {
      throw new AppError('validation_failed', 'Give at most one of companyIds, listId, where, and filter.', {
        field: 'companyIds',
      });
    }
    const profile = await requireProfile(profileId, ctx);
    const published = requirePublished(profile, 'company');
    if (companyIds === undefined) return planJob(where === undefined ? (filter ?? { listId }) : { where }, ctx);
    const companies = await findCompanies(ctx.workspaceId, companyIds);
    const records = await withFacts(ctx.workspaceId, 'company', companies.map(asScored), published.criteria);
    const missing = companyIds.filter((id) => !companies.some((company) => company.id === id));
    return planOf('company', records, scoreRecords(profileId, published, records, ctx.now()), missing);
  },

  async run({ profileId, companyIds, listId, filter, where }, { state }, ctx) {
    if (companyIds !== undefined) {
      await saveScores(ctx.workspaceId, 'company', state.scores);
      return { data: answerOf(state), summary: `Scored ${counted(state.scores.length, 'company')}.` };
    }
    const input = {
      profileId,
      kind: 'company',
      filter: where === undefined ? (filter ?? (listId ? { listId } : {})) : { where },
    };
    const job = await startJob({ kind: 'score_records', title: 'Score companies', input, total: state.total }, ctx);
    return { status: 202, data: { scoredCount: 0, items: [], job: job.data }, summary: job.summary };
  },
});

async function planJob(filter: CompanyFilter, ctx: ActionContext) {
  const total = await countCompanies(ctx.workspaceId, await resolveCompanyFilter(filter, ctx), jobRecordsMax);
  const state: Scoring = { scores: [], labels: new Map(), total };
  const effects = [
    { op: 'start' as const, type: 'job', label: `Score ${counted(total, 'company')}`, changes: { count: total } },
  ];
  return { summary: `Would score ${counted(total, 'company')} in a job.`, effects, skipped: [], warnings: [], state };
}
