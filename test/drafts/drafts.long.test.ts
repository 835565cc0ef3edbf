import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connectStore,
  currentDatabase,
  disconnectStore,
  dropStore,
} from '../../services/core/src/store/connection/connect.ts';
import { createSession } from '../../services/core/src/store/members/session-store.ts';
import { findUserByEmail } from '../../services/core/src/store/members/user-store.ts';
import { chromiumPath, noBrowser, startBrowser } from '../harness/browser.ts';
import { type OwnCore, ownCore } from '../harness/own-core.ts';
import { restClient } from '../harness/product.ts';
import { type RunningProcess, until } from '../harness/running-process.ts';
import { draftPlaces, type Place } from './draft-places.ts';

if (chromiumPath === undefined) console.warn(noBrowser);

/** Trials of each kind. The whole measurement: DRAFT_KILLS=10 DRAFT_TRIALS=30. */
const kills = Number(process.env.DRAFT_KILLS ?? 3);
const trials = Number(process.env.DRAFT_TRIALS ?? 6);
const patientMs = 30 * 60_000;

const email = 'ada@outbound.example';
let password = 'correct horse battery staple';
let own: OwnCore;
let core: RunningProcess;
let browser: Browser;
let request: ReturnType<typeof restClient>;
let workspaceId: string;
let placeOf: (trial: number) => Promise<Place>;

async function good(method: string, path: string, body?: unknown) {
  const answer = await request(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}

beforeAll(async () => {
  own = await ownCore();
  const { operate, env } = own;
  [browser, core] = await Promise.all([startBrowser(), own.startApi()]);
  await operate('workspace', 'create', '--name', 'Drafts', '--email', email, '--password', password);
  request = restClient(own.url, await operate('key', 'create', '--email', email, '--scopes', 'all', '--unattended'));
  workspaceId = (await good('GET', '/me')).workspace.id;
  placeOf = draftPlaces(good, workspaceId);
  await connectStore(env.MONGODB_URI!, env.CORE_DATABASE!, { mode: 'whatever' });
}, 180_000);

afterAll(async () => {
  await dropStore();
  await disconnectStore();
  await Promise.all([browser?.close(), core?.stop()]);
});

/** Signs in on the page's own form. */
async function signIn(page: Page): Promise<void> {
  await page.goto(`${own.url}/app/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${own.url}/app`);
}

/** Another browser of the same person, signed in. Its session comes from the store, because sign-ins are limited. */
async function newBrowser(): Promise<BrowserContext> {
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  const user = await findUserByEmail(email);
  const { token } = await createSession(user!.id, workspaceId, new Date());
  await context.addCookies([{ name: 'outbound_session', value: token, url: own.url }]);
  return context;
}

function storedDrafts(): Promise<number> {
  return currentDatabase().collection('drafts').countDocuments({});
}

async function open(context: BrowserContext, { path, field }: Place): Promise<Page> {
  const page = await context.newPage();
  await page.goto(own.url + path);
  await page.locator(field).waitFor();
  // The script has read what was typed before.
  await page.waitForLoadState('networkidle');
  return page;
}

async function type(page: Page, { field }: Place, text: string): Promise<void> {
  await page.locator(field).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

function shownIn(page: Page, { field }: Place): Promise<string> {
  return page.locator(field).inputValue();
}

/** The text is there after a reload, and in another browser of the same person. */
async function expectKept(page: Page, place: Place, text: string): Promise<void> {
  const elsewhere = await newBrowser();
  await until(
    'the text in another browser',
    async () => {
      const other = await open(elsewhere, place);
      const shown = await shownIn(other, place);
      await other.close();
      return shown === text;
    },
    60_000,
  );
  await elsewhere.close();
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(await shownIn(page, place)).toBe(text);
}

function pieces() {
  return [`First ${randomUUID()}. `, `Second ${randomUUID()}.`] as const;
}

describe.skipIf(chromiumPath === undefined)('no character is lost', () => {
  test(
    'when the server is killed while a person types',
    async () => {
      const context = await newBrowser();
      for (let trial = 0; trial < kills; trial += 1) {
        const place = await placeOf(trial);
        const page = await open(context, place);
        const before = await shownIn(page, place);
        const [first, second] = pieces();
        await type(page, place, first);
        await page.waitForTimeout((trial * 137) % 900);
        await core.kill();
        await type(page, place, second);
        core = await own.startApi();
        await expectKept(page, place, before + first + second);
        await page.close();
      }
      await context.close();
    },
    patientMs,
  );

  const endings = {
    'the cookie is deleted': (context: BrowserContext) => context.clearCookies(),
    'it is ended elsewhere': async () => {
      const other = await newBrowser();
      const page = await other.newPage();
      await page.goto(`${own.url}/app/security`);
      await page.getByRole('button', { name: 'Sign out all other sessions' }).click();
      await page.waitForLoadState();
      await other.close();
    },
    'the password is changed': async () => {
      const other = await newBrowser();
      const page = await other.newPage();
      await page.goto(`${own.url}/app/password`);
      const next = `correct horse battery ${randomUUID()}`;
      await page.getByLabel('Current password').fill(password);
      await page.getByLabel('New password').fill(next);
      await page.locator('main form button.primary').first().click();
      await page.waitForURL((address) => address.pathname !== '/app/password' || address.search !== '');
      password = next;
      await other.close();
    },
  };

  test.each(Object.keys(endings) as (keyof typeof endings)[])(
    'when the session ends: %s',
    async (ending) => {
      for (let trial = 0; trial < trials / 3; trial += 1) {
        const place = await placeOf(trial);
        const context = await newBrowser();
        const page = await open(context, place);
        const before = await shownIn(page, place);
        const [first, second] = pieces();
        await type(page, place, first);
        await page.waitForTimeout((trial * 211) % 1_500);
        await endings[ending](context);
        await type(page, place, second);
        const dialog = page.locator('dialog.signed-out');
        await dialog.waitFor();
        const [window] = await Promise.all([
          context.waitForEvent('page'),
          dialog.getByText('Sign in', { exact: true }).click(),
        ]);
        await signIn(window);
        await window.close();
        await dialog.waitFor({ state: 'detached' });
        expect(await shownIn(page, place)).toBe(before + first + second);
        await expectKept(page, place, before + first + second);
        await context.close();
      }
    },
    patientMs,
  );

  test(
    'when two windows write different texts: both are shown, and a person chooses',
    async () => {
      const context = await newBrowser();
      for (let trial = 0; trial < trials; trial += 1) {
        const place = await placeOf(trial);
        const [one, other] = [await open(context, place), await open(context, place)];
        const before = await shownIn(one, place);
        const [first, second] = pieces();
        await type(one, place, first);
        await one.waitForTimeout((trial * 173) % 700);
        await type(other, place, second);
        // The window that saves later gets the question.
        const asked = await Promise.race(
          [one, other].map(async (page) => {
            await page.locator('.diff').waitFor();
            return page;
          }),
        );
        for (const text of [first, second]) await asked.locator('.diff', { hasText: text.trim() }).waitFor();
        const chosen = trial % 2 === 0 ? first : second;
        const part = asked.locator('.diff > *', { hasText: chosen.trim() });
        await part.locator('button, a.btn').first().click();
        await asked.locator('.diff').waitFor({ state: 'detached' });
        await until('the chosen text', async () => (await shownIn(asked, place)) === before + chosen, 30_000);
        await expectKept(asked, place, before + chosen);
        await Promise.all([one.close(), other.close()]);
      }
      await context.close();
    },
    patientMs,
  );

  test(
    'when a form is sent twice: it is saved once, with the whole text',
    async () => {
      const context = await newBrowser();
      for (let trial = 0; trial < trials; trial += 1) {
        const place = await placeOf(trial);
        const page = await open(context, place);
        const before = await shownIn(page, place);
        const draftsBefore = await storedDrafts();
        const [first, second] = pieces();
        await type(page, place, first + second);
        await page.waitForTimeout((trial * 191) % 800);
        await place.saveTwice(page);
        await until(
          'the saved text',
          async () => JSON.stringify(await place.stored()) === JSON.stringify([before + first + second]),
          30_000,
        );
        // The draft is removed right after the form is saved. Nothing is left that the form would show again.
        await until('the draft to be removed', async () => (await storedDrafts()) <= draftsBefore, 30_000);
        const again = await open(context, place);
        expect(await again.locator('[data-draft-note]').count()).toBe(0);
        await Promise.all([page.close(), again.close()]);
      }
      await context.close();
    },
    patientMs,
  );
});
