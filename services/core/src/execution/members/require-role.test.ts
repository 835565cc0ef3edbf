import { expect, test } from 'vitest';
import type { AnyAction } from '../../actions/definition/define-action.ts';
import { inventAction } from '../../testing/invented/execution.ts';
import { requireRole } from './require-role.ts';

const write = inventAction();
const read: AnyAction = { ...write, effect: 'read', run: async () => ({ data: null, summary: 'Here it is.' }) };
const setUp = inventAction({ scope: 'settings:write' });
const reveal = { ...read, personPage: '/app/keys' };

function refused(action: AnyAction, role?: 'owner' | 'admin' | 'member' | 'viewer'): string | null {
  try {
    requireRole(action, { role });
    return null;
  } catch (error) {
    expect(error).toMatchObject({ code: 'missing_scope' });
    return (error as Error).message;
  }
}

test('a viewer reads everything but secrets, and changes nothing', () => {
  expect(refused(read, 'viewer')).toBeNull();
  expect(refused(write, 'viewer')).toContain('A viewer changes nothing');
  expect(refused(reveal, 'viewer')).toContain('A viewer does not see secrets');
});

test('a member changes records, but not the setup', () => {
  expect([refused(read, 'member'), refused(write, 'member')]).toEqual([null, null]);
  expect(refused(setUp, 'member')).toContain('does not change settings');
  expect(refused(reveal, 'member')).toContain('A member does not see secrets');
});

test('an owner, an admin, and calls without a role can do everything', () => {
  for (const role of ['owner', 'admin', undefined] as const)
    for (const action of [read, write, setUp, reveal]) expect(refused(action, role)).toBeNull();
});
