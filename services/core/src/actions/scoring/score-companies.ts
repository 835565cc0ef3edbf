import { Type } from 'typebox';
import { AppError, notFound } from '../../errors.ts';
import { findCompanies } from '../../store/crm/company-store.ts';
import { findList } from '../../store/crm/list-store.ts';
import { saveScores } from '../../store/prospects/score-store.ts';
import type { ActionContext } from '../action-context.ts';
import { defineWrite } from '../define-action.ts';
import { startJob } from '../jobs/start-job.ts';
import { Id, Input } from '../schema.ts';
import { answerOf, atOnceMax, planOf, type Scoring, ScoringAnswer } from './plan-scoring.ts';
import { ProfileId, requireProfile } from './profile-view.ts';
import { asScored, requirePublished, scoreRecords } from './scored-record.ts';

export const scoreCompanies = defineWrite({
  name: 'score_companies',
  title: 'Score companies',
  summary: 'Judge how well companies fit a published target profile.',
  description:
    'Scores companies with a published target profile of kind company. Give companyIds (up to 500, scored at once, answered best first with an explanation each), or listId, or neither for all companies (a job; follow it with get_job). The score stands on each company from then on and becomes stale when the company or the profile changes. Free.',
  method: 'post',
  path: '/scoring/companies',
  scope: 'scoring:write',
  effect: 'write',
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
  }),
  output: ScoringAnswer,
  statuses: [200, 202],
  errors: ['not_found', 'invalid_state'],

  async plan({ profileId, companyIds, listId }, ctx) {
    if (companyIds !== undefined && listId !== undefined) {
      throw new AppError('validation_failed', 'Give companyIds or listId, not both.', { field: 'listId' });
    }
    const profile = await requireProfile(profileId, ctx);
    const published = requirePublished(profile, 'company');
    if (companyIds === undefined) return planJob(listId, ctx);
    const companies = await findCompanies(ctx.workspaceId, companyIds);
    const records = companies.map(asScored);
    const missing = companyIds.filter((id) => !companies.some((company) => company.id === id));
    return planOf('company', records, scoreRecords(profileId, published, records, ctx.now()), missing);
  },

  async run({ profileId, companyIds, listId }, { state }, ctx) {
    if (companyIds !== undefined) {
      await saveScores(ctx.workspaceId, 'company', state.scores);
      return { data: answerOf(state), summary: `Scored ${state.scores.length} companies.` };
    }
    const input = { profileId, kind: 'company', ...(listId && { listId }) };
    const job = await startJob({ kind: 'score_records', title: 'Score companies', input }, ctx);
    return { status: 202, data: { scoredCount: 0, items: [], job: job.data }, summary: job.summary };
  },
});

const planJob = async (listId: string | undefined, ctx: ActionContext) => {
  const list = listId === undefined ? undefined : await findList(ctx.workspaceId, listId);
  if (list === null || (list !== undefined && list.memberType !== 'company')) {
    throw notFound('list of companies', listId!);
  }
  const label = list === undefined ? 'Score all companies' : `Score the companies of ${list.name}`;
  const state: Scoring = { scores: [], labels: new Map() };
  const effects = [{ op: 'start' as const, type: 'job', label }];
  return { summary: `Would start a job: ${label}.`, cost: 0, effects, skipped: [], warnings: [], state };
};
