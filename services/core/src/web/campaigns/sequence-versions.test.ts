import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
beforeAll(async () => {
  core = await startTestCore();
  browser = await signedIn(core, core.workspaceId);
  await browser.get('/app');
});
afterAll(() => core.stop());

/** A draft, whose steps are changed over the API and stepped through on its page. */
async function drafted() {
  const steps = [{ subject: 'Hello', body: 'First.' }];
  const { data } = (await core.request('POST', '/campaigns', { body: { name: 'Autumn', steps } })).body;
  const path = `/app/campaigns/${data.id}`;
  const page = async () => (await browser.get(`${path}/sequence`)).html;
  const read = async () => (await core.request('GET', `/campaigns/${data.id}`)).body.data.steps;
  return {
    id: data.id,
    page,
    read,
    change: (body: object) => core.request('PATCH', `/campaigns/${data.id}`, { body }),
    /** Version that a button offers. Undefined: the button is off. */
    offered: async (label: string) =>
      new RegExp(`name="to" value="(\\d+)" aria-label="${label}[^"]*" title="[^"]+">`).exec(await page())?.[1],
    stepTo: async (to: string) => {
      const csrf = /name="_csrf" value="([^"]*)"/.exec(await page())![1]!;
      return browser.post(`${path}/version`, { _csrf: csrf, to });
    },
    bodies: async () => (await read()).map(({ body }: { body: string }) => body),
  };
}

test('undo and redo step through the versions of a sequence, with deleted steps', async () => {
  const { change, offered, stepTo, read, bodies } = await drafted();
  expect([await offered('Previous'), await offered('Next')]).toEqual([undefined, undefined]);
  await change({ steps: [{ subject: 'Hello', body: 'Second.' }] });
  await change({
    steps: [
      { subject: 'Hello', body: 'Second.' },
      { body: 'Third.', waitDays: 3 },
    ],
  });
  const [first] = await read();
  await change({ steps: [{ id: first.id, subject: 'Hello', body: 'Second.' }] });

  const seen = [];
  for (let at = await offered('Previous'); at !== undefined; at = await offered('Previous')) {
    await stepTo(at);
    seen.push(await bodies());
  }
  expect(seen).toEqual([['Second.', 'Third.'], ['Second.'], ['First.']]);
  expect((await read())[0].id).toBe(first.id);

  seen.length = 0;
  for (let at = await offered('Next'); at !== undefined; at = await offered('Next')) {
    await stepTo(at);
    seen.push(await bodies());
  }
  expect(seen).toEqual([['Second.'], ['Second.', 'Third.'], ['Second.']]);
});

test('a change after an undo ends the redo; a repeated click changes nothing', async () => {
  const { change, offered, stepTo, bodies } = await drafted();
  for (const body of ['Second.', 'Third.']) await change({ steps: [{ subject: 'Hello', body }] });
  const to = (await offered('Previous'))!;
  for (let count = 0; count < 2; count++) await stepTo(to);
  expect([await bodies(), await offered('Next')]).toEqual([['Second.'], '2']);
  await change({ steps: [{ subject: 'Hello', body: 'Fourth.' }] });
  expect([await offered('Next'), await offered('Previous')]).toEqual([undefined, '1']);
  await change({ dailyCap: 9 });
  expect(await offered('Previous')).toBe('1');
});

test('a version that is not kept, and a person of another workspace, change nothing', async () => {
  const { change, page, stepTo, bodies, id } = await drafted();
  await change({ steps: [{ subject: 'Hello', body: 'Second.' }] });
  for (const to of ['', '7', 'none']) {
    await stepTo(to);
    expect(await page()).toContain('This version is no longer kept.');
  }
  expect(await bodies()).toEqual(['Second.']);
  const other = await core.addWorkspace();
  const stranger = await signedIn(core, other.workspaceId);
  const { html } = await stranger.get('/app/campaigns');
  const csrf = /name="_csrf" value="([^"]*)"/.exec(html)![1]!;
  const answer = await stranger.post(`/app/campaigns/${id}/version`, { _csrf: csrf, to: '0' });
  expect([answer.status, await bodies()]).toEqual([302, ['Second.']]);
});
