import type { ImportFormat } from '../../actions/contacts/bulk/import-rows.ts';
import { mappingOf, readRows, toItem } from '../../actions/contacts/bulk/import-rows.ts';
import { planUpserts, type UpsertItem, type UpsertOptions } from '../../actions/contacts/bulk/plan-upserts.ts';
import { columnRules } from '../../actions/contacts/bulk/preview-import.ts';
import { storeUpserts } from '../../actions/contacts/bulk/store-upserts.ts';
import { findList } from '../../store/crm/list-store.ts';
import { readUpload } from '../../store/work/upload-store.ts';
import { defineJob } from '../job-handler.ts';

const batchSize = 500;

interface ImportInput {
  uploadId: string;
  format: ImportFormat;
  columns: string[];
  onExisting: UpsertOptions['onExisting'];
  declaredBasis?: string;
  tags: string[];
  listId?: string;
  sourceDetail?: string;
}

interface Batch {
  items: UpsertItem[];
  /** Rows of the file up to the end of this batch; the checkpoint. */
  rows: number;
  isLast: boolean;
}

/** Reads the file row by row, a batch at a time: memory stays flat however long it is. */
export const importContacts = defineJob<Batch>({
  async *batches(job, ctx) {
    const input = job.input as unknown as ImportInput;
    const rules = columnRules(input.columns);
    const defaults = input.declaredBasis ? { declaredBasis: input.declaredBasis } : {};
    const done = Number(job.checkpoint?.rows ?? 0);
    let mapping: ReturnType<typeof mappingOf> | undefined;
    let items: UpsertItem[] = [];
    let rows = 0;
    for await (const row of readRows(input.format, readUpload(ctx.workspaceId, input.uploadId))) {
      rows += 1;
      // The header decides for all rows of a CSV; lines of NDJSON differ.
      if (mapping === undefined || input.format === 'ndjson') mapping = mappingOf(row, rules);
      if (rows <= done) continue;
      items.push(toItem(row, rows, mapping, defaults));
      if (items.length < batchSize) continue;
      yield { items, rows, isLast: false };
      items = [];
    }
    if (items.length > 0 || rows !== job.total) yield { items, rows, isLast: true };
  },

  async apply({ items, rows, isLast }, job, ctx) {
    const { onExisting, tags, listId, sourceDetail } = job.input as unknown as ImportInput;
    // A list that was deleted while the import ran takes nobody any more.
    const list = listId === undefined ? null : await findList(ctx.workspaceId, listId);
    const options: UpsertOptions = { onExisting, source: 'import', sourceDetail, tags, listId: list?.id };
    const planned = await planUpserts(items, options, ctx);
    const ids = await storeUpserts(planned, options, ctx);
    const results = planned.map(({ item, outcome, problem }) => ({
      item,
      outcome,
      recordId: ids.get(item) ?? null,
      reason: problem?.code ?? null,
      field: problem?.field ?? null,
      message: problem?.message ?? null,
    }));
    return { checkpoint: { rows }, results, ...(isLast && { total: rows }) };
  },
});
