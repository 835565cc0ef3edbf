import { type Static, Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import type { Plan } from '../../engine/context/plan.ts';
import type { ScoredRecord } from '../../engine/scoring/scored-record.ts';
import { Described, Named, Nullable } from '../../schema/schema.ts';
import type { NewScore } from '../../store/scoring/score-store.ts';
import { JobView } from '../jobs/job-view.ts';

/** Maximum records scored within the request. More records need a job. */
export const atOnceMax = 500;
/** Maximum records counted for a plan. */
export const jobRecordsMax = 1_000_000;

const ScoredItem = Type.Object({
  id: Type.String({ description: 'The record.' }),
  label: Type.String({ description: 'Its name.' }),
  value: Type.Number({ description: '0 to 100.' }),
  grade: Type.String({ description: 'Band of the value.' }),
  coverage: Type.Number({ description: '0 to 1: share of the criteria that have data.' }),
  explanation: Type.String({ description: 'Explanation in one sentence.' }),
});

export const ScoringAnswer = Named(
  'ScoringResult',
  Type.Object({
    scoredCount: Type.Integer({ description: 'Records scored. 0 if a job does it.' }),
    items: Type.Array(ScoredItem, { description: 'Best first. Empty if a job does it.' }),
    job: Nullable(Described(JobView, 'Scoring job, if there are too many records to score immediately.')),
  }),
);

export interface Scoring {
  scores: NewScore[];
  labels: Map<string, string>;
  /** Set if a job scores the records. */
  total?: number;
}

export function planOf(
  type: 'contact' | 'company',
  records: ScoredRecord[],
  scores: NewScore[],
  missing: string[],
): Plan<Scoring> {
  const labels = new Map(records.map(({ id, label }) => [id, label]));
  return {
    summary: `Would score ${counted(scores.length, 'record')}.`,
    effects: scores.map(({ recordId, value, grade }) => ({
      op: 'update',
      type,
      id: recordId,
      label: labels.get(recordId)!,
      changes: { score: { value, grade } },
    })),
    skipped: missing.map((id) => ({ id, label: id, reason: 'not_found' })),
    warnings: [],
    state: { scores, labels },
  };
}

export function answerOf({ scores, labels }: Scoring): Static<typeof ScoringAnswer> {
  return {
    scoredCount: scores.length,
    items: scores
      .toSorted((a, b) => b.value - a.value)
      .map(({ recordId, value, grade, coverage, explanation }) => ({
        id: recordId,
        label: labels.get(recordId)!,
        value,
        grade,
        coverage,
        explanation,
      })),
    job: null,
  };
}
