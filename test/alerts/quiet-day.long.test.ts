import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendDue } from '../../services/core/src/engine/sending/send-due.ts';
import { metrics } from '../../services/core/src/http/metrics.ts';
import { startRunningCampaign } from '../../services/core/src/testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../services/core/src/testing/start-test-core.ts';
import type { SendOutcome } from '../../services/core/src/transport/mail-transport.ts';
import { runJobOnce } from '../../services/core/src/worker/jobs/job-runner.ts';
import { storeMetrics } from '../../services/core/src/worker/store-metrics.ts';
import { alertsIn, readScrape, type Scrape } from './evaluate-rules.ts';

// A simulated day of a busy installation: caps that are used up, closed windows, long gaps, servers that ask to come
// back later, and imports. The worker's own turns run every five minutes, and every scrape is kept.
const stepMinutes = 5;
/** A Monday, shortly after midnight. */
let time = Date.parse('2030-01-07T00:02:00Z');
function now(): Date {
  return new Date(time);
}
const workday = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00', timeZone: 'UTC' };
const taken: SendOutcome = { kind: 'sent', response: '250 taken' };
const greylisted: SendOutcome = { kind: 'refused', phase: 'rcpt_to', code: 450, text: '4.2.0 Greylisted' };

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ now, environment: { BASE_URL: 'https://outbound.example' } });
  const asked = new Set<string>();
  core.deps.ports.mail.transportFor = () => ({
    async send(mail, { onTransmitting }) {
      // The first attempt of every third person is greylisted.
      const isFirst = !asked.has(mail.to) && /person\d*[369]@/.test(mail.to);
      asked.add(mail.to);
      if (isFirst) return greylisted;
      return (await onTransmitting()) ? taken : { kind: 'withdrawn' };
    },
  });
});
afterAll(() => core.stop());

test('a day of caps, windows, gaps, retries, and imports raises no alert', { timeout: 600_000 }, async (context) => {
  if (spawnSync('promtool', ['--version']).status !== 0) context.skip('promtool is not installed');
  const campaign = (name: string, people: number, over: object) =>
    startRunningCampaign({ workspaceId: core.workspaceId, name, people, smtpPort: 1, now: now(), ...over });
  await campaign('cap', 12, { campaign: { dailyCap: 3 } });
  await campaign('window', 12, { campaign: { window: workday } });
  await campaign('gap', 12, { mailbox: { gapSeconds: { min: 5_400, max: 5_400 } } });
  await campaign('mailboxcap', 12, { mailbox: { dailyCap: 4 } });
  await campaign('paused', 12, { mailbox: { state: 'paused' } });
  const scrapes: Scrape[] = [];
  const causes = new Set<string>();
  for (let step = 0; step < (24 * 60) / stepMinutes; step += 1) {
    if (step % 48 === 0) {
      const rows = Array.from({ length: 20 }, (_, index) => `import${step}.${index}@imported.example`);
      const csv = { body: ['email', ...rows].join('\n'), headers: { 'content-type': 'text/csv' } };
      const queued = await core.request('POST', '/contacts/import?declaredBasis=consent', csv);
      expect(queued.status, JSON.stringify(queued.body)).toBeLessThan(300);
    }
    // Rotates: scraped before the worker's turn, and after it.
    if (step % 2 === 0) await sendDue(core.deps);
    metrics.clear();
    storeMetrics(metrics, now);
    const scrape = readScrape(await metrics.metrics());
    scrapes.push(scrape);
    for (const [name, count] of scrape)
      if (name.startsWith('outbound_messages_waiting') && count > 0) causes.add(name.match(/"(\w+)"/)![1]!);
    if (step % 2 === 1) await sendDue(core.deps);
    while (await runJobOnce(core.deps));
    time += stepMinutes * 60_000;
  }
  // The day had every kind of wait.
  expect([...causes].sort()).toEqual(expect.arrayContaining(['cap', 'gap', 'paused', 'window']));
  // The backup is due once a day; its absence is another alert.
  const withBackup = scrapes.map((scrape) => new Map([...scrape, ['outbound_backup_age_seconds', 3_600]]));
  expect(await alertsIn(withBackup, stepMinutes)).toEqual([]);
});
