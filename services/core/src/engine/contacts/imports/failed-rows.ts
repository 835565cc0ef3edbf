import { addressesIn } from '../../../domain/messages/marks/named-addresses.ts';
import { insertJobRows, type NewJobRow } from '../../../store/jobs/job-row-store.ts';
import type { JobRecord } from '../../../store/jobs/job-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { RowPlan } from '../bulk/import-rows.ts';
import type { PlannedUpsert, UpsertItem } from '../bulk/plan-upserts.ts';

/** Failed rows that an import keeps. */
export const keptRowsMax = 10_000;

/** Corrects a column: replaces all occurrences of a text, or fills the empty cells. */
export interface RowRule {
  column: string;
  /** Empty: cells without a text. */
  from: string;
  to: string;
}

/** The row after the rule. Undefined if the rule does not change it. */
export function fixedCells(cells: Record<string, unknown>, { column, from, to }: RowRule) {
  const cell = cells[column] ?? '';
  if (typeof cell !== 'string' && typeof cell !== 'number') return undefined;
  const text = String(cell);
  const isEmpty = text.trim() === '';
  if (from === '' ? !isEmpty : !text.includes(from)) return undefined;
  const fixed = from === '' ? to : text.replaceAll(from, to);
  return fixed === text ? undefined : { ...cells, [column]: fixed };
}

/** A row as it is stored, so that a rule can correct it. */
export function toJobRow({ item, problem }: PlannedUpsert, cells: Record<string, unknown>): NewJobRow {
  const text = JSON.stringify(cells);
  const { code = null, field = null, message = null } = problem ?? {};
  return { item, cells: text, emails: addressesIn(text), reason: code, field, message };
}

/** Stores the failed rows of a batch, up to a limit. Returns how many the job has stored. */
export async function keepFailedRows(
  { items, planned, job }: { items: readonly UpsertItem[]; planned: readonly PlannedUpsert[]; job: JobRecord },
  { workspaceId, now }: ActionContext,
): Promise<number> {
  const kept = Number(job.checkpoint?.kept ?? 0);
  const cellsOf = new Map(items.map(({ item, cells }) => [item, cells]));
  const rows = planned
    .filter(({ outcome, item }) => outcome === 'failed' && cellsOf.get(item) !== undefined)
    .slice(0, keptRowsMax - kept)
    .map((one) => toJobRow(one, cellsOf.get(one.item)!));
  await insertJobRows(workspaceId, job.id, rows, now());
  return kept + rows.length;
}

type StoredPlan = Omit<RowPlan, 'decimalMarks'> & { decimalMarks: [string, 'comma' | 'point'][] };

/** Plan of the columns as a job keeps it. */
export function storedPlan(plan: RowPlan | undefined): StoredPlan | undefined {
  return plan && { ...plan, decimalMarks: [...plan.decimalMarks] as StoredPlan['decimalMarks'] };
}

/** Undefined before the first batch, and in jobs of earlier versions. */
export function planOf({ checkpoint }: JobRecord): RowPlan | undefined {
  const plan = checkpoint?.plan as StoredPlan | undefined;
  return plan && { ...plan, decimalMarks: new Map(plan.decimalMarks) };
}
