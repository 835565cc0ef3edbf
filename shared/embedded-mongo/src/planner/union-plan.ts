import type { Plan, PlanRequest } from './plan-request.ts';

/**
 * One plan per branch of an `$or`, each with its own index, as in MongoDB. Undefined if a branch needs a scan or gains
 * nothing over the single plan, or if the result must be in order.
 */
export function unionPlan(
  request: PlanRequest,
  single: Plan,
  planOf: (request: PlanRequest) => Plan,
): Plan | undefined {
  if (request.hint !== undefined || Object.keys(request.sort).length > 0) return undefined;
  for (const condition of request.conditions) {
    if (!condition.branches) continue;
    const rest = request.conditions.filter((each) => each !== condition);
    const alternatives = condition.branches.map((branch) => planOf({ ...request, conditions: [...rest, ...branch] }));
    const isGain = (plan: Plan) => (plan.index !== undefined || plan.alternatives) && plan.score > single.score;
    if (!alternatives.every(isGain)) continue;
    const score = Math.min(...alternatives.map((plan) => plan.score));
    return { alternatives, ranges: [], isReverse: false, providesSort: true, needsDedupe: true, score };
  }
  return undefined;
}
