import { afterAll, beforeAll, expect, test } from 'vitest';
import { addContact, alwaysOpen } from '../../testing/campaign-setup.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let now = new Date();
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(() => core.stop());

/** Adds one more message that needs approval. */
async function makeOneWait(): Promise<void> {
  const steps = [{ subject: 'Hello', body: 'A question.' }];
  const body = { name: 'Autumn', steps, window: alwaysOpen, approval: 'each_message' };
  const { id } = (await core.request('POST', '/campaigns', { body })).body.data;
  await core.request('POST', `/campaigns/${id}/enrollments`, { body: { contactIds: [await addContact(core)] } });
  expect((await core.request('POST', `/campaigns/${id}/launch`, { body: {} })).status).toBe(200);
}

test('caches navigation counts for a few seconds; related pages and those after a change count again', async () => {
  await core.request('PATCH', '/settings', { body: { postalAddress: '1 Long Street, London' } });
  const browser = await signedIn(core, core.workspaceId);
  const waitingAt = async (path: string) => {
    const { html } = await browser.get(path);
    return /id="count-circle-check-big">(\d+)/.exec(html)?.[1];
  };
  expect(await waitingAt('/app/tags')).toBeUndefined();
  await makeOneWait();
  expect(await waitingAt('/app/tags')).toBeUndefined();
  expect(await waitingAt('/app/approvals')).toBe('1');
  expect(await waitingAt('/app/tags')).toBe('1');
  await makeOneWait();
  now = new Date(now.getTime() + 3_000);
  expect(await waitingAt('/app/tags')).toBe('2');
  await makeOneWait();
  await browser.submit('/app/tags', '/app/settings/sending', { sending: 'stop' });
  expect(await waitingAt('/app/tags')).toBe('3');
});
