/** Kinds of jobs. Each has its handler in worker/jobs and one line in worker/job-handlers.ts. */
export const jobKinds = [
  'import_contacts',
  'validate_import',
  'export_contacts',
  'verify_emails',
  'enrich_contacts',
  'score_records',
  'reveal_people',
  'launch_campaign',
  'move_marks',
  'apply_suppressions',
  'change_contacts',
  'delete_contacts',
  'change_companies',
  'delete_companies',
  'undo_change',
  'replay_webhook',
  'fix_job_rows',
  'standing_order',
  'import_data_set',
  'remove_data_set_rows',
] as const;
export type JobKind = (typeof jobKinds)[number];

export const jobStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** Outcome of one item of a job or bulk request. */
export const itemOutcomes = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const;
export type ItemOutcome = (typeof itemOutcomes)[number];

export type OutcomeCounts = Record<ItemOutcome, number>;

export function noOutcomes(): OutcomeCounts {
  return { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
}

export function countOutcomes(items: readonly { outcome: ItemOutcome }[]): OutcomeCounts {
  const counts = noOutcomes();
  for (const { outcome } of items) counts[outcome] += 1;
  return counts;
}

/** Counts in words: "3 created, 1 failed", or "nothing" if all are zero. */
export function describeCounts(counts: OutcomeCounts): string {
  return (
    itemOutcomes
      .filter((outcome) => counts[outcome] > 0)
      .map((outcome) => `${counts[outcome]} ${outcome}`)
      .join(', ') || 'nothing'
  );
}
