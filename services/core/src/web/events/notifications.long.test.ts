import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queuePendingEvents } from '../../engine/events/webhooks/queue-deliveries.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { findUser } from '../../store/members/user-store.ts';
import type { Browser } from '../../testing/browser.ts';
import { seedApproval } from '../../testing/campaign-setup.ts';
import { chromiumPath, pageAs, startChromium } from '../../testing/pages/chromium.ts';
import { addOwner, browserOf } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let userId: string;
let browser: Browser;
let asked = 0;
beforeAll(async () => {
  core = await startTestCore();
  userId = await addOwner(core, core.workspaceId);
  browser = await browserOf(core, core.workspaceId, userId);
  await seedApproval(core, core.workspaceId);
});
afterAll(() => core.stop());

/** A client requests something, and the worker processes it from the outbox. */
async function ask() {
  asked += 1;
  const data = { action: 'launch_campaign', credits: 0, recipients: 1 };
  const now = new Date();
  await inTransaction(() => addEvent(core.workspaceId, 'approval.requested', `apr_${asked}`, data, now));
  await queuePendingEvents(now);
}

interface Heard {
  id: string;
  text: string;
}

/** Notifications of an open page, up to a count or a time limit. */
async function heard(query: string, count: number, meanwhile: () => Promise<void>): Promise<Heard[]> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const abort = new AbortController();
  const response = await fetch(`${core.url}/app/live${query}`, { headers: { cookie }, signal: abort.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  // An open page's first check is the baseline for later ones.
  await meanwhile();
  const found = () => [...text.matchAll(/id: (\S+)\nevent: notification\ndata: (.*)\n\n/g)];
  while (found().length < count) text += (await reader.read()).value ?? '';
  abort.abort();
  return found().map(([, id = '', data = '{}']) => ({ id, text: JSON.parse(data).text }));
}

test('a person chooses their notifications and their timing', async () => {
  const page = await browser.get('/app/notifications');
  expect(page.html).toContain('SYSTEM_SMTP_URL');
  const fields = { mail: 'daily', kinds: ['credits', 'jobs'] };
  const saved = await browser.submit('/app/notifications', '/app/notifications', fields);
  expect(saved.location).toBe('/app/notifications?notice=notifications-saved');
  expect((await findUser(userId))?.notifications).toEqual(fields);
  const wrong = await browser.submit('/app/notifications', '/app/notifications', { mail: 'hourly' });
  expect(wrong.status).toBe(422);
  const all = { mail: 'never', kinds: ['approvals', 'replies', 'trouble', 'credits', 'jobs'] };
  await browser.submit('/app/notifications', '/app/notifications', all);
});

test('an open page receives each notification once, even over a new connection', async () => {
  const [first] = await heard('', 1, ask);
  expect(first?.text).toMatch(/^1 request waits for approval$/);
  const next = await heard(`?after=${first!.id}`, 1, ask);
  expect(next.map(({ id }) => id)).not.toContain(first!.id);
});

describe.skipIf(chromiumPath === undefined)('in Chromium', () => {
  test('two open pages send the same notification, which the browser shows once', {
    timeout: 60_000,
  }, async () => {
    const chrome = await startChromium();
    try {
      const page = await pageAs(chrome, browser);
      const context = page.context();
      // Headless browsers show no notifications, so the test records them instead.
      await context.addInitScript(`window.shown = []; window.Notification = class extends EventTarget {
        static permission = 'granted';
        constructor(title, options) { super(); window.shown.push(options.tag + ' ' + options.body); }
      };`);
      const pages = [page, await context.newPage()];
      for (const one of pages) await one.goto(`${core.url}/app/contacts`);
      await page.waitForRequest('**/app/live*', { timeout: 5_000 }).catch(() => undefined);
      const ofBoth = async () => {
        const shown = await Promise.all(pages.map((one) => one.evaluate<string[]>('window.shown')));
        return [...new Set(shown.flat())];
      };
      await ask();
      await expect
        .poll(ofBoth, { timeout: 20_000 })
        .toEqual([expect.stringMatching(/^ntf_\w+ 1 request waits for approval$/)]);
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(`${core.url}/app/notifications`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      expect(await page.locator('[data-permission=granted]').isVisible()).toBe(true);
    } finally {
      await chrome.close();
    }
  });
});
