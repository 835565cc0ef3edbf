import { Type } from 'typebox';
import type { FitCriterion } from '../../domain/scoring/fit-criteria.ts';
import { criterionWords } from '../../domain/scoring/fit-explanation.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { Id, Input, Timestamp } from '../../schema/schema.ts';
import { findCompany } from '../../store/companies/company-store.ts';
import { findContact } from '../../store/contacts/contact-store.ts';
import { findScore, type Score } from '../../store/scoring/score-store.ts';
import { findProfile, listVersions } from '../../store/scoring/target-profile-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { ProfileId } from './profile-view.ts';

const CriterionView = Type.Object({
  criterion: Type.String({ description: 'The criterion in words.' }),
  weight: Type.Integer({ description: 'Weight of the criterion.' }),
});

const ScoreView = Type.Object({
  recordId: Type.String({ description: 'The contact or company.' }),
  profileId: Type.String({ description: 'Profile of the score.' }),
  profileVersion: Type.Integer({ description: 'Published version of the profile.' }),
  value: Type.Number({ description: '0 to 100: achieved weight as a share of the criteria that have data.' }),
  grade: Type.String({ description: 'Band of the value.' }),
  coverage: Type.Number({ description: '0 to 1: share of the criteria that have data.' }),
  stale: Type.Boolean({ description: 'True: the record or the profile has changed since.' }),
  explanation: Type.String({ description: 'Explanation in one sentence.' }),
  matched: Type.Array(CriterionView, { description: 'Criteria that are met.' }),
  missed: Type.Array(CriterionView, { description: 'Criteria that are not met.' }),
  unknown: Type.Array(CriterionView, { description: 'No data: not a miss, but less coverage.' }),
  disqualifiers: Type.Array(CriterionView, { description: 'Criteria that rule the record out.' }),
  scoredAt: Timestamp('When.'),
});

export const explainScore = defineRead({
  name: 'explain_score',
  title: 'Explain a score',
  summary: 'Explain the score of a contact or company.',
  description:
    'Explains the latest score of a contact or company, or its score by a given profile: one sentence, each ' +
    'criterion as matched, missed, or unknown with its weight, and disqualifying criteria. stale means that ' +
    'the record or the profile has changed since: score it again. 404 if it was never scored.',
  method: 'get',
  path: '/scoring/scores/{recordId}',
  scope: 'scoring:read',
  input: Input({
    recordId: Id(['con', 'com'], 'The contact (con_…) or company (com_…).'),
    profileId: Type.Optional(ProfileId),
  }),
  output: ScoreView,
  errors: ['not_found'],

  async run({ recordId, profileId }, ctx) {
    const changedAt = await recordChangedAt(recordId, ctx);
    const score = await findScore(ctx.workspaceId, recordId, profileId);
    if (score === null) throw new AppError('not_found', `${recordId} has not been scored.`);
    const profile = await findProfile(ctx.workspaceId, score.profileId);
    const criteria = await criteriaOf(score, ctx);
    const isProfileNewer = profile?.published?.number !== score.profileVersion;
    const view = (indexes: number[]) =>
      indexes.flatMap((index) => {
        const criterion = criteria[index];
        return criterion === undefined ? [] : [{ criterion: criterionWords(criterion), weight: criterion.weight }];
      });
    const { id: _id, workspaceId: _workspaceId, scoredAt, ...facts } = score;
    const data = {
      ...facts,
      stale: isProfileNewer || scoredAt < changedAt,
      matched: view(score.matched),
      missed: view(score.missed),
      unknown: view(score.unknown),
      disqualifiers: view(score.disqualifiers),
      scoredAt: scoredAt.toISOString(),
    };
    return { data, summary: score.explanation };
  },
});

async function criteriaOf({ profileId, profileVersion }: Score, ctx: ActionContext): Promise<FitCriterion[]> {
  const versions = await listVersions(ctx.workspaceId, profileId);
  return versions.find(({ number }) => number === profileVersion)?.criteria ?? [];
}

/** Last change of the record, or of the company its score uses. */
async function recordChangedAt(recordId: string, { workspaceId }: ActionContext): Promise<Date> {
  if (recordId.startsWith('com_')) {
    const company = await findCompany(workspaceId, recordId);
    if (company === null) throw notFound('company', recordId);
    return company.updatedAt;
  }
  const contact = await findContact(workspaceId, recordId);
  if (contact === null) throw notFound('contact', recordId);
  const company = contact.companyId ? await findCompany(workspaceId, contact.companyId) : null;
  return company !== null && company.updatedAt > contact.updatedAt ? company.updatedAt : contact.updatedAt;
}
