import { afterAll, beforeAll, expect, test } from 'vitest';
import { callAction } from '../../testing/call-action.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { actions } from '../index.ts';
import { type AnyAction, pathParametersOf, scopesOf } from './define-action.ts';
import { allScopes } from './scopes.ts';

let core: TestCore;
const keysWithout = new Map<string, string>();
beforeAll(async () => {
  core = await startTestCore();
  const every = allScopes.map(({ scope }) => scope);
  for (const scope of every) keysWithout.set(scope, await core.addKey(every.filter((one) => one !== scope)));
});
afterAll(() => core.stop());

const cases = actions.flatMap((action) => scopesOf(action).map((scope) => [action.name, scope, action] as const));

function dummyInput(action: AnyAction) {
  return Object.fromEntries(pathParametersOf(action).map((name) => [name, 'x']));
}

test.each(cases)('%s without %s returns 403 and names the scope, also in a dry run', async (name, scope, action) => {
  for (const isDryRun of [false, true]) {
    const { status, body } = await callAction(core, action, dummyInput(action), {
      key: keysWithout.get(scope),
      isDryRun,
    });
    expect(status).toBe(403);
    expect(body.error).toMatchObject({ code: 'missing_scope', missingScopes: [scope] });
    expect(body.error.message).toContain(name);
  }
});
