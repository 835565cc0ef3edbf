import { toNumber } from '../bson/values.ts';
import type { Index } from '../index/index-definition.ts';
import type { FieldBounds } from './bounds.ts';
import type { PlanRequest } from './plan-request.ts';

/** 1 or -1 if an index scan in that direction yields the requested order, or else 0. */
export function sortDirection(index: Index, fields: FieldBounds[], request: PlanRequest, rangeCount: number): number {
  const wanted = Object.entries(request.sort);
  if (wanted.length === 0 || rangeCount > 1 || request.collation) return 0;
  const isPassed = (at: number) => fields[at]?.arePoints === true && fields[at].intervals.length === 1;
  const fixed = new Set(index.fields.filter((_field, at) => isFixed(index, fields, at)).map((field) => field.path));
  let at = 0;
  let direction = 0;
  for (const [path, value] of wanted) {
    if (fixed.has(path)) continue;
    // After a single value of a multikey field, the keys are in the order of the next fields. The multikey field itself
    // provides no order.
    while (at < index.fields.length && isPassed(at)) at++;
    const field = index.fields[at];
    if (!field || field.path !== path || index.multikey & (1 << at)) return 0;
    const step = Math.sign(toNumber(value)) * field.direction;
    if (direction !== 0 && step !== direction) return 0;
    direction = step;
    at++;
  }
  return direction === 0 ? 1 : direction;
}

function isFixed(index: Index, fields: FieldBounds[], at: number): boolean {
  const bounds = fields[at];
  return bounds?.arePoints === true && bounds.intervals.length === 1 && (index.multikey & (1 << at)) === 0;
}
