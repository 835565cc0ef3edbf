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

/** One thing that will happen, to one record. No generated ids and no times in it: it is part of the plan's digest. */
export interface PlannedEffect {
  op: (typeof plannedOps)[number];
  type: string;
  id?: string;
  label: string;
  changes?: Record<string, unknown>;
}

export interface Skipped {
  id?: string;
  label: string;
  reason: string;
}

/** What an execution would do. `state` is for `run` alone: not shown and not part of the digest. */
export interface Plan<State = undefined> {
  summary: string;
  /** How many units of the action's price are used at most; absent: nothing is charged. `execution/` makes credits of it. */
  units?: number;
  effects: PlannedEffect[];
  skipped: Skipped[];
  warnings: string[];
  /** People who would get a message because of it; absent: none. */
  recipients?: number;
  /** Of a launch: what its checks warn about; autopilot launches only what has none. Not part of the digest. */
  launchConcerns?: string[];
  /** A sample of the result: the rendered message, the score. */
  preview?: unknown;
  state: State;
}

export interface Result<Data> {
  data: Data;
  /** One plain sentence. */
  summary: string;
  /** 200 unless said otherwise (201 created, 202 job started): one of the action's statuses. */
  status?: number;
  /** Units really used, where fewer than the plan's. */
  units?: number;
  /** Ids of records that the audit log and the stored answer are filed under, besides the plan's. */
  subjectIds?: string[];
}

/** What happens to many records of one type, counted: `changes.count`. Nothing for none. */
export function countedEffects(
  op: PlannedEffect['op'],
  type: string,
  count: number,
  changes: Record<string, unknown> = {},
): PlannedEffect[] {
  return count === 0 ? [] : [{ op, type, label: counted(count, type), changes: { ...changes, count } }];
}
