import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyAction, isRead, pathParametersOf } from '../actions/definition/define-action.ts';
import { allScopes } from '../actions/definition/scopes.ts';
import { actions } from '../actions/index.ts';
import { unlimited } from '../domain/approvals/daily-limits.ts';
import { createApiKey } from '../store/members/api-key-store.ts';
import type { Browser, Page } from '../testing/browser.ts';
import { callAction } from '../testing/call-action.ts';
import { storeChanges } from '../testing/changes/store-dump.ts';
import { preparedInputs } from '../testing/inputs/prepared-inputs.ts';
import { sampleInput } from '../testing/inputs/sample-input.ts';
import { comparableStore } from '../testing/pages/comparable-store.ts';
import { HtmlForm, textOf } from '../testing/pages/html-form.ts';
import { addOwner, browserOf, signedIn } from '../testing/pages/signed-in.ts';
import { seedWorld, type World } from '../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { isImmediate } from './do/immediate.ts';
import { writeFormInput } from './forms/write-form-input.ts';

type Input = Record<string, unknown>;

const everyScope = allScopes.map(({ scope }) => scope);

/** Operations without a page of their own, with the reason. At most eight. */
const withoutPage: Record<string, string> = {};

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function preparedWorld(action: AnyAction): Promise<{ world: World; input: Input }> {
  const world = await seedWorld(core);
  const request = (method: string, path: string, body?: unknown) =>
    core.request(method, path, { key: world.key, body });
  const special = await preparedInputs[action.name]?.({ ...world, core, request });
  return { world, input: JSON.parse(JSON.stringify({ ...sampleInput(action, world.ids), ...special })) };
}

function startOf(action: AnyAction, input: Input): string {
  const given = pathParametersOf(action).map((name): [string, string] => [name, String(input[name])]);
  return `/app/do/${action.name}?${new URLSearchParams([...given, ['back', '/app']])}`;
}

/** Fills in the form like a person without JavaScript, adding rows with the button. */
async function fillIn(browser: Browser, action: AnyAction, input: Input, page: Page, timeZone: string) {
  let form = new HtmlForm(page.html, `/app/do/${action.name}`);
  const wanted = writeFormInput(action.input, input, timeZone);
  for (const name of new Set(wanted.keys())) {
    if (pathParametersOf(action).includes(name)) continue;
    if (!name.endsWith('.#')) {
      form.fill(name, wanted.getAll(name));
      continue;
    }
    while (Number(form.valueOf(name)) < Number(wanted.get(name))) {
      const more = await browser.post(form.action, form.body(['_add', name.slice(0, -2)]));
      form = new HtmlForm(more.html, form.action);
    }
    while (Number(form.valueOf(name)) > Number(wanted.get(name))) {
      const fewer = await browser.post(form.action, form.body(['_remove', `${name.slice(0, -2)}.0`]));
      form = new HtmlForm(fewer.html, form.action);
    }
  }
  return browser.post(form.action, form.body());
}

/** Goes from the link on a page to the result. */
async function doInBrowser(browser: Browser, action: AnyAction, input: Input, timeZone: string): Promise<Page> {
  const start = await browser.get(startOf(action, input));
  const isPlan = start.html.includes('name="wish"');
  const plan = isPlan ? start : await fillIn(browser, action, input, start, timeZone);
  // Immediate operations run from their form.
  const isDone = !isPlan && isImmediate(action.name) && !plan.html.includes('name="wish"');
  if (isDone) return plan;
  if (!plan.html.includes('name="wish"')) throw new Error(`no plan (${plan.status}): ${textOf(plan.html)}`);
  const form = new HtmlForm(plan.html, `/app/do/${action.name}`);
  return browser.post(form.action, form.body());
}

/** Values that the application chooses and the API does not. */
const applicationDefaults: Record<string, Input> = { start_contact_export: { bom: true } };

/** Uses a key with the same name as the person at the form. The test data was created with another key. */
async function leftByRest(action: AnyAction): Promise<string[]> {
  const { world, input } = await preparedWorld(action);
  const { workspaceId } = world;
  const createdBy = await addOwner(core, workspaceId);
  const wanted = { name: 'Ada', scopes: everyScope, createdBy, dailyLimits: unlimited, now: core.deps.now() };
  const { key, record } = await createApiKey(workspaceId, wanted);
  const { body } = await callAction(core, action, { ...applicationDefaults[action.name], ...input }, { key });
  expect(body.error ?? null).toBeNull();
  return comparableStore(workspaceId, record.id);
}

async function leftByForm(action: AnyAction): Promise<string[]> {
  const { world, input } = await preparedWorld(action);
  const { workspaceId, key } = world;
  const { body: settings } = await core.request('GET', '/settings', { key });
  const userId = await addOwner(core, workspaceId);
  const browser = await browserOf(core, workspaceId, userId);
  const done = await doInBrowser(browser, action, input, settings.data.timeZone);
  expect([200, 302], textOf(done.html)).toContain(done.status);
  return comparableStore(workspaceId, userId);
}

const writes = actions.filter((action) => !isRead(action) && !(action.name in withoutPage));

test.each(writes.map((action) => [action.name, action] as const))(
  '%s changes the store by its form exactly as by the REST call',
  async (_name, action) => {
    const expected = await leftByRest(action);
    expect(storeChanges(expected, await leftByForm(action))).toEqual([]);
  },
);

describe('every operation', () => {
  let world: World;
  let browser: Browser;
  beforeAll(async () => {
    world = await seedWorld(core);
    browser = await signedIn(core, world.workspaceId);
  });

  test('is on the page of all commands', async () => {
    const { html } = await browser.get('/app/commands');
    const missing = actions.filter(({ name }) => !(name in withoutPage) && !html.includes(`"/app/do/${name}"`));
    expect(missing.map(({ name }) => name)).toEqual([]);
    expect(Object.keys(withoutPage).length).toBeLessThanOrEqual(8);
  });

  test.each(actions.filter(isRead).map((action) => [action.name, action] as const))(
    '%s shows its result, or asks for missing input',
    async (_name, action) => {
      const isPrepared = action.name in preparedInputs;
      const own = isPrepared ? await preparedWorld(action) : { world, input: sampleInput(action, world.ids) };
      const reader = isPrepared ? await signedIn(core, own.world.workspaceId) : browser;
      const page = await reader.get(`/app/do/${action.name}?_run=1&${writeFormInput(action.input, own.input, 'UTC')}`);
      expect(page.status, textOf(page.html)).toBe(200);
    },
  );

  test('hides technical operation names', async () => {
    const names = new RegExp(`\\b(${actions.map(({ name }) => name).join('|')})\\b`);
    for (const { name } of actions) {
      const { html } = await browser.get(`/app/do/${name}`);
      expect(names.exec(textOf(html))?.[0], name).toBeUndefined();
    }
  });
});
