import { afterPrefix, encodeCompound } from '../bson/key-encoding.ts';
import type { Value } from '../bson/values.ts';
import type { Index } from '../index/index-definition.ts';
import type { Condition } from '../query/condition.ts';
import type { Collection } from '../storage/collection.ts';
import { last } from './bounds.ts';
import { foundTest } from './found-test.ts';
import type { Plan, PlanRequest } from './plan-request.ts';

/** A value that lies in an index as it is: not null, which stands for missing fields too, and no array. */
function isPlainEquality({ operator, operand }: Condition): boolean {
  return operator === '$eq' && operand !== null && operand !== undefined && !Array.isArray(operand);
}

/** The conditions that give each field of the index one value; undefined when some field has none. */
function equalities(index: Index, conditions: readonly Condition[]): Condition[] | undefined {
  const found: Condition[] = [];
  for (const { path } of index.fields) {
    const condition = conditions.find((each) => each.path === path && isPlainEquality(each));
    if (!condition) return undefined;
    found.push(condition);
  }
  return found;
}

/** By id or by a whole unique key at most one document is found, so that nothing need be compared. */
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
