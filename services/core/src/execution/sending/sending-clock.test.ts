import { expect, test } from 'vitest';
import type { AnyAction } from '../../actions/definition/define-action.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { limitedMember } from '../members/principal.ts';
import { atSendingClock } from './sending-clock.ts';

const now = new Date('2036-05-01T08:00:00Z');

function timeOf(scope: string, clockOffsetMs: number): Date {
  const context = { workspace: { clockOffsetMs }, now: () => now } as ActionContext;
  return atSendingClock({ scope } as AnyAction, context).now();
}

test('sending uses the clock that the sandbox advanced, and everything else the real one', () => {
  expect(timeOf('campaigns:write', 1)).toEqual(new Date(now.getTime() + 1));
  expect(timeOf('contacts:write', 1)).toEqual(now);
  expect(timeOf('campaigns:write', 0)).toEqual(now);
});

test('a member without limits is not a limited member', () => {
  const dailyLimits = { credits: 1, recipients: 1 };
  expect(limitedMember('usr_1', { dailyLimits })).toEqual({ id: 'usr_1', limits: dailyLimits });
  expect(limitedMember('usr_1', {})).toBeUndefined();
});
