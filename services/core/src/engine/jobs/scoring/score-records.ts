import type { ProfileKind } from '../../../domain/scoring/fit-criteria.ts';
import type { PagePosition } from '../../../domain/values/paging.ts';
import { listCompanies } from '../../../store/companies/company-store.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import type { JobRecord } from '../../../store/jobs/job-store.ts';
import { saveScores } from '../../../store/scoring/score-store.ts';
import type { CompanyFilter } from '../../companies/company-filter.ts';
import { resolveCompanyFilter } from '../../companies/resolve-company-filter.ts';
import type { ContactFilter } from '../../contacts/contact-filter.ts';
import { resolveContactFilter } from '../../contacts/resolve-contact-filter.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { requireProfile } from '../../scoring/require-profile.ts';
import {
  asScored,
  requirePublished,
  type ScoredRecord,
  scoreRecords,
  withCompanies,
  withFacts,
} from '../../scoring/scored-record.ts';
import { contactBatches } from '../contacts/contact-batches.ts';
import { defineJob } from '../job-handler.ts';

const batchSize = 200;

function lastIdOf({ checkpoint }: JobRecord): string {
  return (checkpoint?.lastId as string | undefined) ?? '';
}

async function* scoredContacts(filter: ContactFilter, job: JobRecord, ctx: ActionContext) {
  const query = await resolveContactFilter(filter, ctx);
  for await (const contacts of contactBatches(query, batchSize, job, ctx)) {
    yield await withCompanies(ctx.workspaceId, contacts);
  }
}

async function* scoredCompanies(filter: CompanyFilter, job: JobRecord, ctx: ActionContext) {
  const query = await resolveCompanyFilter(filter, ctx);
  const lastId = lastIdOf(job);
  let after: PagePosition | null = lastId === '' ? null : { value: null, id: lastId };
  do {
    const request = { limit: batchSize, sort: 'id', ...(after && { after }) };
    const { items, next } = await listCompanies(ctx.workspaceId, query, request);
    if (items.length > 0) yield items.map(asScored);
    after = next;
  } while (after !== null);
}

interface ScoreInput {
  profileId: string;
  kind: ProfileKind;
  filter: ContactFilter & CompanyFilter;
}

/** Scores all contacts or companies of a filter with the profile version that is published at that time. */
export const scoreRecordsJob = defineJob<ScoredRecord[]>({
  batches(job, ctx) {
    const { kind, filter } = inputOf<ScoreInput>(job);
    return kind === 'person' ? scoredContacts(filter, job, ctx) : scoredCompanies(filter, job, ctx);
  },

  async apply(records, job, ctx) {
    const { profileId, kind } = inputOf<ScoreInput>(job);
    const published = requirePublished(await requireProfile(profileId, ctx), kind);
    const { done } = job;
    const all = await withFacts(ctx.workspaceId, kind, records, published.criteria);
    await saveScores(ctx.workspaceId, kind, scoreRecords(profileId, published, all, ctx.now()));
    return {
      checkpoint: { lastId: records.at(-1)!.id },
      results: records.map(({ id }, index) => ({ item: done + index + 1, outcome: 'updated' as const, recordId: id })),
    };
  },
});
