import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendDue } from '../../../engine/sending/send-due.ts';
import { signedIn } from '../../../testing/pages/signed-in.ts';
import { startRunningCampaign } from '../../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

const dayMs = 86_400_000;
let core: TestCore;
let now = new Date('2030-01-07T10:00:00Z');
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(() => core.stop());

/** The number under a heading, with its change. */
function figureIn(html: string, name: string): string {
  const part = new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`, 's').exec(html)![1]!;
  return part
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

test('a period is compared with the one before, with a year ago, or with none', async () => {
  const { workspaceId } = await core.addWorkspace();
  await startRunningCampaign({ workspaceId, people: 2, smtpPort: null, now });
  await sendDue(core.deps);
  now = new Date(now.getTime() + 8 * dayMs);
  const { campaign } = await startRunningCampaign({ workspaceId, people: 3, smtpPort: null, now, name: 'second.' });
  await sendDue(core.deps);
  const browser = await signedIn(core, workspaceId);
  const week = (await browser.get('/app/reports?period=7')).html;
  const sent = Number(figureIn(week, 'Sent').split(' ')[0]);
  expect(sent).toBeGreaterThanOrEqual(3);
  expect(figureIn(week, 'Sent')).toMatch(/ up \d+%$/);
  expect(week).toContain(`href="/app/campaigns/${campaign.id}"`);
  expect(week).toMatch(/vs previous/);
  // The bar of a day opens its messages, a number its days, and the arrow the week before.
  const month = (await browser.get('/app/reports')).html;
  const bar = /<a href="([^"]+)" aria-label="Jan 7: 2 sent">/.exec(month)![1]!.replaceAll('&amp;', '&');
  const messages = (await browser.get(bar)).html;
  expect([messages.includes('person0@'), messages.includes('1–2 of 2')]).toEqual([true, true]);
  expect(week).toContain('href="/app/reports?period=7&amp;chart=replied"');
  expect((await browser.get('/app/reports?period=7&chart=replied')).html).toContain('Show replies');
  expect(week).toContain('href="/app/reports?period=7&amp;to=2030-01-08"');
  expect((await browser.get('/app/reports?period=7&to=2030-01-08')).html).toContain('7 days until 2030-01-08');
  expect(figureIn((await browser.get('/app/reports?period=7&compare=none')).html, 'Sent')).toBe(String(sent));
  const year = (await browser.get('/app/reports?period=30&compare=year')).html;
  expect(Number(figureIn(year, 'Sent').split(' ')[0])).toBeGreaterThanOrEqual(sent);
  expect(year).toContain('href="/app/reports?period=90&amp;compare=year"');
  expect((await browser.get('/app/reports?period=forever&compare=x')).html).toContain('Last 30 days');
});
