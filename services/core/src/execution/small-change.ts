import type { AnyWriteAction } from '../actions/definition/define-action.ts';
import { smallRecordsMax } from '../actions/definition/small-changes.ts';
import type { Plan, PlannedEffect } from '../engine/context/plan.ts';

/** True if a connection with small changes turned on may run the plan without a confirmation. */
export function isSmallChange(action: AnyWriteAction, input: Record<string, unknown>, plan: Plan<unknown>): boolean {
  if (action.small === undefined || plan.isNeverSmall || plan.needsPerson !== undefined) return false;
  const { effects } = plan;
  // A filter can match other records by the time it runs, unless it only defines a new list.
  const isByFilter = input.where !== undefined || input.filter !== undefined;
  if (isByFilter && effects.some(({ op }) => op !== 'create')) return false;
  // A job is small if its plan counts the records.
  if (effects.some(({ op, changes }) => op === 'start' && typeof changes?.count !== 'number')) return false;
  return effects.reduce((sum, effect) => sum + recordsOf(effect), 0) <= smallRecordsMax;
}

function recordsOf({ changes }: PlannedEffect): number {
  return typeof changes?.count === 'number' ? changes.count : 1;
}
