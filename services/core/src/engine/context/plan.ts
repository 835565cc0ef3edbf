import { counted } from '../../domain/text/counted.ts';

export const plannedOps = [
  'create',
  'update',
  'delete',
  'enroll',
  'send',
  'schedule',
  'cancel',
  'spend',
  'start',
  'stop',
] as const;

/** One planned change to one record. Contains no generated IDs or times, because it is part of the plan digest. */
export interface PlannedEffect {
  op: (typeof plannedOps)[number];
  type: string;
  id?: string;
  label: string;
  changes?: Record<string, unknown>;
  /** Old values of changed fields, where there were any. */
  before?: Record<string, unknown>;
  /** Old values that the change removes, by property path. */
  removed?: Record<string, unknown>;
}

export interface Skipped {
  id?: string;
  label: string;
  reason: string;
}

/** Effects of an execution. `state` is only for `run`: not shown, and not part of the digest. */
export interface Plan<State = undefined> {
  summary: string;
  /** Maximum number of price units used. Absent if nothing is charged. `execution/` converts units to credits. */
  units?: number;
  effects: PlannedEffect[];
  skipped: Skipped[];
  warnings: string[];
  /** Number of people who would get a message. Absent if no one would. */
  recipients?: number;
  /** True if a small change needs a confirmation this time, such as one of a launched campaign. */
  isNeverSmall?: boolean;
  /**
   * Reason why a person must decide, whatever the limits and also for an unattended key. Absent if the limits decide.
   */
  needsPerson?: string;
  /** Warnings of the launch checks. Autopilot launches only without warnings. Not part of the digest. */
  launchConcerns?: string[];
  /** Sample of the result, such as the rendered message or the score. */
  preview?: unknown;
  state: State;
}

export interface Result<Data> {
  data: Data;
  /** One plain sentence. */
  summary: string;
  /** One of the action's statuses: 200 by default, 201 created, 202 job started. */
  status?: number;
  /** Units used, if fewer than planned. */
  units?: number;
  /** IDs of records, besides the plan's, to index the audit entry and the stored response under. */
  subjectIds?: string[];
}

/** Counted effect on many records of one type (`changes.count`). Empty for zero records. */
export function countedEffects(
  op: PlannedEffect['op'],
  type: string,
  count: number,
  changes: Record<string, unknown> = {},
): PlannedEffect[] {
  return count === 0 ? [] : [{ op, type, label: counted(count, type), changes: { ...changes, count } }];
}
