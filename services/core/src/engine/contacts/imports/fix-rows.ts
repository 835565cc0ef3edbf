import { noOutcomes, type OutcomeCounts } from '../../../domain/jobs/job.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import { cellsOf, findFailedRows, type JobRowRecord } from '../../../store/jobs/job-row-store.ts';
import type { JobRecord } from '../../../store/jobs/job-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { readingOf } from '../bulk/import-batches.ts';
import { planRows, toItem } from '../bulk/import-rows.ts';
import type { PlannedUpsert, UpsertItem } from '../bulk/plan-upserts.ts';
import { UpsertSimulation } from '../bulk/simulate-upserts.ts';
import { fixedCells, planOf, type RowRule } from './failed-rows.ts';
import { importOptions, type StoredImport } from './import-job.ts';

const rowsPerRead = 500;

/** A failed row as the rule corrects it. */
export interface FixedRow {
  cells: Record<string, unknown>;
  item: UpsertItem;
}

/** Corrects failed rows of an import, which are read like the other rows of its file. Leaves out unchanged ones. */
export async function fixedRows(
  rows: readonly JobRowRecord[],
  rule: RowRule,
  job: JobRecord,
  ctx: ActionContext,
): Promise<FixedRow[]> {
  const input = inputOf<StoredImport>(job);
  const reading = await readingOf(input, ctx);
  const plan = input.format === 'csv' ? planOf(job) : undefined;
  return rows.flatMap((row) => {
    const cells = fixedCells(cellsOf(row), rule);
    if (cells === undefined) return [];
    return [{ cells, item: toItem(cells, row.item, plan ?? planRows([cells], reading, input.format), reading) }];
  });
}

export interface PlannedFix {
  /** Failed rows of the import. */
  failed: number;
  /** Failed rows that the rule changes. */
  changed: number;
  planned: PlannedUpsert[];
  counts: OutcomeCounts;
  /** Columns of the failed rows. */
  columns: string[];
}

/** Outcome of each row after the correction. Stores nothing. */
export async function planFix(job: JobRecord, rule: RowRule, ctx: ActionContext): Promise<PlannedFix> {
  const simulation = new UpsertSimulation(await importOptions(job, ctx), ctx);
  const fix: PlannedFix = { failed: 0, changed: 0, planned: [], counts: noOutcomes(), columns: [] };
  const columns = new Set<string>();
  for (let afterId = ''; ; ) {
    const rows = await findFailedRows(ctx.workspaceId, job.id, { afterId, limit: rowsPerRead });
    for (const row of rows) for (const column of Object.keys(cellsOf(row))) columns.add(column);
    const fixed = await fixedRows(rows, rule, job, ctx);
    const planned = fixed.length === 0 ? [] : await simulation.plan(fixed.map(({ item }) => item));
    fix.failed += rows.length;
    fix.changed += planned.length;
    fix.planned.push(...planned);
    if (rows.length < rowsPerRead) break;
    afterId = rows.at(-1)!.id;
  }
  return { ...fix, counts: simulation.sum().counts, columns: [...columns] };
}
