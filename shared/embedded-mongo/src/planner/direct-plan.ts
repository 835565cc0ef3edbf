import { afterPrefix, encodeCompound } from '../bson/key-encoding.ts';
import type { Value } from '../bson/values.ts';
import type { Index } from '../index/index-definition.ts';
import type { Condition } from '../query/condition.ts';
import type { Collection } from '../storage/collection.ts';
import { last } from './bounds.ts';
import { foundTest } from './found-test.ts';
import type { Plan, PlanRequest } from './plan-request.ts';

/**
 * True for a value that an index stores unchanged. Null also represents missing fields, and arrays are split, so both
 * are excluded.
 */
function isPlainEquality({ operator, operand }: Condition): boolean {
  return operator === '$eq' && operand !== null && operand !== undefined && !Array.isArray(operand);
}

/** The conditions that set each field of the index to one value. Undefined if any field has none. */
function equalities(index: Index, conditions: readonly Condition[]): Condition[] | undefined {
  const found: Condition[] = [];
  for (const { path } of index.fields) {
    const condition = conditions.find((each) => each.path === path && isPlainEquality(each));
    if (!condition) return undefined;
    found.push(condition);
  }
  return found;
}

/** A plan for an ID or a whole unique key. It finds at most one document, so no plans need to be compared. */
export function directPlan(collection: Collection, request: PlanRequest): Plan | undefined {
  const { conditions } = request;
  if (request.collation || request.hint !== undefined || request.sort.$natural !== undefined) return undefined;
  for (const index of collection.indexes) {
    if (!index.isUnique || index.partial || index.multikey !== 0 || index.fields.length > conditions.length) continue;
    if (index.isHidden || index.isBuilding || (request.canUse && !request.canUse(index))) continue;
    const used = equalities(index, conditions);
    if (!used) continue;
    const key = encodeCompound(
      used.map(({ operand }) => operand as Value),
      index.directions,
    );
    const plan: Plan = {
      index,
      key,
      ranges: [{ start: key, end: afterPrefix(key) ?? last }],
      isReverse: false,
      providesSort: true,
      needsDedupe: false,
      score: Number.POSITIVE_INFINITY,
    };
    const rest = conditions.filter((condition) => !used.includes(condition));
    if (rest.length > 0) plan.residual = foundTest(rest);
    return plan;
  }
  return undefined;
}
