import { Type } from 'typebox';
import { fitDistribution } from '../../domain/scoring/fit-distribution.ts';
import { compileProfile } from '../../domain/scoring/fit-score.ts';
import { counted } from '../../domain/text/counted.ts';
import { companyLabel } from '../../domain/text/plain-text.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { requireProfile } from '../../engine/scoring/require-profile.ts';
import { asScored, type ScoredRecord, withCompanies, withFacts } from '../../engine/scoring/scored-record.ts';
import { Input, OneOf } from '../../schema/schema.ts';
import { listCompanies } from '../../store/companies/company-store.ts';
import { listContacts } from '../../store/contacts/contact-store.ts';
import type { TargetProfile } from '../../store/scoring/target-profile-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { ProfileId } from './profile-view.ts';

const sampleMax = 500;
const bestShown = 10;
function count(description: string) {
  return Type.Integer({ minimum: 0, description });
}

const Distribution = Type.Object({
  sampleFrom: OneOf(['workspace', 'directory'] as const, { description: 'Source of the sample.' }),
  count: count('Records in the sample.'),
  average: Type.Number({ description: 'Mean value, 0 to 100.' }),
  averageCoverage: Type.Number({ description: '0 to 1: share of the criteria that have data.' }),
  disqualifiedCount: count('Records that a criterion rules out.'),
  histogram: Type.Array(Type.Integer({ minimum: 0 }), { description: 'Records by value, in ten steps of ten.' }),
  grades: Type.Array(
    Type.Object({ grade: Type.String({ description: 'Name of the band.' }), count: count('Records in the band.') }),
    {
      description: 'Records by grade.',
    },
  ),
  criteria: Type.Array(
    Type.Object({
      criterion: Type.String({ description: 'The criterion in words.' }),
      matched: count('Records that meet it.'),
      missed: count('Records that do not.'),
      unknown: count('Records without data for it.'),
      disqualified: count('Records that it rules out.'),
    }),
    { description: 'Results of the sample for each criterion.' },
  ),
  best: Type.Array(
    Type.Object({
      label: Type.String({ description: 'Name of the record.' }),
      value: Type.Number({ description: '0 to 100.' }),
      grade: Type.String({ description: 'Band of the value.' }),
    }),
    { description: 'The ten best records of the sample.' },
  ),
});

export const previewTargetProfile = defineRead({
  name: 'preview_target_profile',
  title: 'Preview a target profile',
  summary: 'Preview the score distribution of a target profile on a sample.',
  description:
    'Scores a sample of up to 500 records with the current (also unpublished) criteria of a target profile, ' +
    'without storing anything. Returns the distribution: histogram, grades, how often each criterion is met, ' +
    'missed, or unknown, and the best records. sampleFrom workspace uses your newest records; directory uses ' +
    'companies of the built-in directory (company profiles only). Use it to check before publishing that a ' +
    'profile separates good from bad.',
  method: 'get',
  path: '/scoring/profiles/{profileId}/preview',
  scope: 'scoring:read',
  input: Input({
    profileId: ProfileId,
    sampleFrom: Type.Optional(
      OneOf(['workspace', 'directory'] as const, {
        description: 'Source of the sample. Default: workspace.',
      }),
    ),
  }),
  output: Distribution,
  errors: ['not_found'],

  async run({ profileId, sampleFrom = 'workspace' }, ctx) {
    const profile = await requireProfile(profileId, ctx);
    const drawn = await drawSample(profile, sampleFrom, ctx);
    const sample =
      sampleFrom === 'directory' ? drawn : await withFacts(ctx.workspaceId, profile.kind, drawn, profile.criteria);
    const score = compileProfile(profile);
    const scored = sample.map(({ label, facts }) => ({ label, result: score(facts) }));
    const distribution = fitDistribution(
      profile,
      scored.map(({ result }) => result),
    );
    const best = scored
      .toSorted((a, b) => b.result.value - a.result.value)
      .slice(0, bestShown)
      .map(({ label, result: { value, grade } }) => ({ label, value, grade }));
    const summary = `${profile.name}: ${distribution.average} on average over ${counted(distribution.count, 'record')}.`;
    return { data: { sampleFrom, ...distribution, best }, summary };
  },
});

async function drawSample(profile: TargetProfile, from: string, ctx: ActionContext): Promise<ScoredRecord[]> {
  const { workspaceId, ports } = ctx;
  const page = { limit: sampleMax, sort: '-id' };
  if (from === 'directory') {
    const window = { limit: sampleMax, sources: ['directory'] };
    const { items } = await ports.prospects.searchCompanies(workspaceId, {}, window);
    return items.map((company) => ({
      id: company.id,
      label: companyLabel(company),
      facts: sampleFacts(profile, company),
    }));
  }
  if (profile.kind === 'company') return (await listCompanies(workspaceId, { filter: {} }, page)).items.map(asScored);
  return withCompanies(workspaceId, (await listContacts(workspaceId, { filter: {} }, page)).items);
}

function sampleFacts({ kind }: TargetProfile, company: object): object {
  return kind === 'company' ? company : { company };
}
