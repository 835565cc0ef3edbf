import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewReply } from '../../store/replies/reply-store.ts';
import type { Browser } from '../../testing/browser.ts';
import { chromiumPath, pageAs, startChromium } from '../../testing/pages/chromium.ts';
import { receiveReply } from '../../testing/pages/receive-reply.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { seedWorld, type World } from '../../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let world: World;
let browser: Browser;
/** A browser on a busy machine. */
const patientMs = 180_000;

beforeAll(async () => {
  core = await startTestCore();
});
beforeEach(async () => {
  world = await seedWorld(core);
  browser = await signedIn(core, world.workspaceId);
});
afterAll(() => core.stop());

function receive(more: Partial<NewReply>): Promise<string> {
  return receiveReply(core, world, more);
}

async function replyNow(id: string) {
  return (await core.request('GET', `/replies/${id}`, { key: world.key })).body.data;
}

describe.skipIf(chromiumPath === undefined)('keyboard shortcuts', () => {
  let chrome: Chromium;
  beforeAll(async () => {
    chrome = await startChromium();
  });
  afterAll(() => chrome?.close());

  test(
    'replies are read, answered, closed, and undone without a mouse or a full page load',
    async () => {
      const ids: string[] = [];
      await browser.submit(`/app/replies/${world.ids.replyId}`, `/app/replies/${world.ids.replyId}/done`, {});
      for (let index = 0; index < 4; index += 1)
        ids.push(
          await receive({ dueAt: new Date(index), fromName: `Person ${index}`, contactId: world.ids.contactId }),
        );
      const page = await pageAs(chrome, browser);
      let loads = 0;
      page.on('domcontentloaded', () => {
        loads += 1;
      });
      await page.goto(`${core.url}/app/inbox`);
      await page.locator('[data-row] a[data-htmx-powered]').first().waitFor();
      const openRow = (id: string) => page.locator(`#row-${id}[aria-current]`).waitFor();
      await page.keyboard.press('j');
      await openRow(ids[0]!);
      await page.keyboard.press('j');
      await openRow(ids[1]!);
      await page.keyboard.press('k');
      await openRow(ids[0]!);
      // Done opens the next one, and the focus stays in the list.
      await page.keyboard.press('e');
      await openRow(ids[1]!);
      await page.getByText('Marked done.').waitFor();
      expect(await page.evaluate('document.activeElement.closest("[data-row]")?.id')).toBe(`row-${ids[1]}`);
      await page.keyboard.press('z');
      await page.getByText('Undone.').waitFor();
      expect((await replyNow(ids[0]!)).state).toBe('new');
      // Answering takes r, the text, Ctrl+Enter, and Enter.
      await page.keyboard.press('r');
      await page.keyboard.type('Thank you, I will call on Thursday.');
      await page.keyboard.press('Control+Enter');
      await page.getByText(/^Send to .* now\?/).waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Approved the answer').waitFor();
      await openRow(ids[2]!);
      expect((await replyNow(ids[1]!)).state).not.toBe('dismissed');
      await page.keyboard.press('h');
      await page.keyboard.press('2');
      await page.getByText('Snoozed.').waitFor();
      expect((await replyNow(ids[2]!)).snoozedUntil).not.toBeNull();
      await openRow(ids[3]!);
      await page.keyboard.press('s');
      await page.keyboard.press('1');
      await page.getByText('Class changed').waitFor();
      // The address is that of the open reply, so that a reload shows it.
      expect(page.url()).toContain(ids[3]!);
      expect(loads).toBe(1);
    },
    patientMs,
  );

  test(
    '60 replies take at most three keys each, and no page is loaded',
    async () => {
      await browser.submit(`/app/replies/${world.ids.replyId}`, `/app/replies/${world.ids.replyId}/done`, {});
      const ids: string[] = [];
      for (let index = 0; index < 60; index += 1)
        ids.push(await receive({ dueAt: new Date(index), contactId: world.ids.contactId }));
      const page = await pageAs(chrome, browser);
      await page.goto(`${core.url}/app/inbox`);
      let loads = 0;
      page.on('load', () => {
        loads += 1;
      });
      await page.locator('[data-row] a[data-htmx-powered]').first().waitFor();
      await page.keyboard.press('j');
      for (const [index, id] of ids.entries()) {
        await page.locator(`#row-${id}[aria-current]`).waitFor();
        if (index % 3 < 2) await page.keyboard.press('e');
        else {
          await page.keyboard.press('r');
          await page.locator('#bodyText:focus').waitFor();
          await page.keyboard.type('Thank you.');
          await page.keyboard.press('Control+Enter');
          await page.locator('[data-focus]:focus').waitFor();
          await page.keyboard.press('Enter');
        }
        await page.locator(`#row-${id}`).waitFor({ state: 'detached' });
      }
      expect(loads).toBe(0);
      const states = (await Promise.all(ids.map(replyNow))).map(({ state }) => state);
      expect(states.filter((state) => state === 'dismissed')).toHaveLength(40);
      expect(states.filter((state) => state === 'new')).toHaveLength(20);
    },
    patientMs,
  );

  test(
    'typed text stays with its reply through other rows, a reload, and an expired session',
    async () => {
      const own = { contactId: world.ids.contactId };
      const first = await receive({ ...own, dueAt: new Date(0) });
      const second = await receive({ ...own, dueAt: new Date(1) });
      const page = await pageAs(chrome, browser);
      await page.goto(`${core.url}/app/replies/${first}`);
      await page.locator('[data-row] a[data-htmx-powered]').first().waitFor();
      const field = page.locator('#bodyText');
      await page.keyboard.press('r');
      await page.keyboard.type('For the first one.');
      await page.keyboard.press('Escape');
      await page.keyboard.press('j');
      await page.locator(`#row-${second}[aria-current]`).waitFor();
      expect(await field.inputValue()).toBe('');
      await page.keyboard.press('k');
      await page.locator(`#row-${first}[aria-current]`).waitFor();
      expect(await field.inputValue()).toBe('For the first one.');
      await page.reload();
      await expect.poll(() => field.inputValue(), { timeout: 10_000 }).toBe('For the first one.');
      await page.context().clearCookies();
      await page.keyboard.press('j');
      // The page stays, and continues once the person has signed in again.
      await page.getByText('You were signed out').waitFor();
      await page.context().addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: core.url })));
      await page.locator(`#row-${second}[aria-current]`).waitFor();
      await page.goto(`${core.url}/app/replies/${first}`);
      await expect.poll(() => field.inputValue(), { timeout: 10_000 }).toBe('For the first one.');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('Draft saved.').waitFor();
      expect((await replyNow(first)).answer?.bodyText ?? '').toBe('For the first one.');
      expect(
        await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("outbound-draft"))'),
      ).toEqual([]);
    },
    patientMs,
  );
});
