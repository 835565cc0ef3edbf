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
import { saveScores } from '../../store/prospects/score-store.ts';
import type { JobRecord } from '../../store/work/job-store.ts';
import { defineJob } from '../job-handler.ts';
import { contactBatches } from './contact-batches.ts';

const batchSize = 200;

const lastIdOf = ({ checkpoint }: JobRecord): string => (checkpoint?.lastId as string | undefined) ?? '';

async function* scoredContacts(filter: ContactFilter, job: JobRecord, ctx: ActionContext) {
  const query = await resolveContactFilter(filter, ctx);
  for await (const contacts of contactBatches(query, batchSize, job, ctx)) {
    yield await withCompanies(ctx.workspaceId, contacts);
  }
}

async function* scoredCompanies(listId: string | undefined, lastId: string, ctx: ActionContext) {
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
    return kind === 'person' ? scoredContacts(filter ?? {}, job, ctx) : scoredCompanies(listId, lastIdOf(job), ctx);
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
