import { expect, test } from 'vitest';
import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { pricedPlan } from './price.ts';

function priceOf(price: { credits: number } | undefined, plan: { units?: number; recipients?: number }) {
  const action = { name: 'buy', effect: price ? 'spend' : 'write', price, plan: async () => plan };
  const ctx = { now: () => new Date(0), workspace: { clockOffsetMs: 0 } };
  return pricedPlan(action as object as AnyWriteAction, {}, ctx as ActionContext);
}

test('a plan costs the price of its units, and nothing without units', async () => {
  expect(await priceOf({ credits: 3 }, { units: 4 })).toEqual({ units: 4, cost: 12 });
  expect(await priceOf({ credits: 3 }, { units: 0 })).toEqual({ units: 0, cost: 0 });
  expect(await priceOf({ credits: 3 }, {})).toEqual({ cost: 0 });
  expect(await priceOf(undefined, { units: 4 })).toEqual({ units: 4, cost: 0 });
});

test('an action that only writes but has recipients is a programming error', async () => {
  await expect(priceOf(undefined, { recipients: 1 })).rejects.toThrow('buy has to say that it spends or sends');
  expect(await priceOf({ credits: 1 }, { recipients: 1, units: 1 })).toMatchObject({ cost: 1 });
});
