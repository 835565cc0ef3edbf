import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { seedWorld, type World } from '../../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let world: World;
beforeAll(async () => {
  core = await startTestCore();
  world = await seedWorld(core);
});
afterAll(() => core.stop());

test('notifies an open page within two seconds of a change in its workspace', async () => {
  const browser = await signedIn(core, world.workspaceId);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const abort = new AbortController();
  const response = await fetch(`${core.url}/app/live`, { headers: { cookie }, signal: abort.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain('retry:');
  const heard = reader.read();
  // The first check is the baseline. Later changes are reported.
  const changes: Promise<unknown>[] = [];
  const change = setInterval(() => {
    const body = { email: `x${changes.length}@live.example` };
    changes.push(core.request('POST', '/contacts', { key: world.key, body }));
  }, 500);
  expect((await heard).value).toBe('data: changed\n\n');
  clearInterval(change);
  await Promise.all(changes);
  abort.abort();
});

test('redirects visitors without a session to sign-in', async () => {
  const response = await fetch(`${core.url}/app/live`, { redirect: 'manual' });
  expect(response.headers.get('location')).toContain('/app/sign-in');
});
