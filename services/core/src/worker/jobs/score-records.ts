import type { ActionContext } from '../../actions/action-context.ts';
import type { ContactFilter } from '../../actions/contacts/contact-filter.ts';
import { resolveContactFilter } from '../../actions/contacts/resolve-contact-filter.ts';
import { requireProfile } from '../../actions/scoring/profile-view.ts';
import {
  asScored,
  requirePublished,
  type ScoredRecord,
  scoreRecords,
  withCompanies,
} from '../../actions/scoring/scored-record.ts';
import type { ProfileKind } from '../../domain/scoring/fit-criteria.ts';
import { listCompanies } from '../../store/crm/company-store.ts';
import { streamContacts } from '../../store/crm/contact-bulk-store.ts';
import type { ContactRecord } from '../../store/crm/contact-store.ts';
import { saveScores } from '../../store/prospects/score-store.ts';
import type { JobRecord } from '../../store/work/job-store.ts';
import { defineJob } from '../job-handler.ts';

const batchSize = 200;

const lastIdOf = ({ checkpoint }: JobRecord): string => (checkpoint?.lastId as string | undefined) ?? '';

async function* contactBatches(filter: ContactFilter, lastId: string, ctx: ActionContext) {
  const query = await resolveContactFilter(filter, ctx);
  let batch: ContactRecord[] = [];
  for await (const contact of streamContacts(ctx.workspaceId, query, lastId)) {
    batch.push(contact);
    if (batch.length < batchSize) continue;
    yield await withCompanies(ctx.workspaceId, batch);
    batch = [];
  }
  if (batch.length > 0) yield await withCompanies(ctx.workspaceId, batch);
}

async function* companyBatches(listId: string | undefined, lastId: string, ctx: ActionContext) {
  const filter = listId === undefined ? {} : { listIds: listId };
  let after = lastId === '' ? undefined : { value: null, id: lastId };
  for (;;) {
    const { items } = await listCompanies(ctx.workspaceId, filter, { limit: batchSize, sort: 'id', after });
    if (items.length > 0) yield items.map(asScored);
    if (items.length < batchSize) return;
    after = { value: null, id: items.at(-1)!.id };
  }
}

interface ScoreInput {
  profileId: string;
  kind: ProfileKind;
  filter?: ContactFilter;
  listId?: string;
}

/** Scores all contacts of a filter, or all companies (of a list), with the version of the profile published by then. */
export const scoreRecordsJob = defineJob<ScoredRecord[]>({
  batches(job, ctx) {
    const { kind, filter, listId } = job.input as unknown as ScoreInput;
    const lastId = lastIdOf(job);
    return kind === 'person' ? contactBatches(filter ?? {}, lastId, ctx) : companyBatches(listId, lastId, ctx);
  },

  async apply(records, job, ctx) {
    const { profileId, kind } = job.input as unknown as ScoreInput;
    const published = requirePublished(await requireProfile(profileId, ctx), kind);
    const { done } = job;
    await saveScores(ctx.workspaceId, kind, scoreRecords(profileId, published, records, ctx.now()));
    return {
      checkpoint: { lastId: records.at(-1)!.id },
      results: records.map(({ id }, index) => ({ item: done + index + 1, outcome: 'updated' as const, recordId: id })),
    };
  },
});
