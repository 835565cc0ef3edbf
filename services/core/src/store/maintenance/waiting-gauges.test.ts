import { afterAll, beforeAll, expect, test } from 'vitest';
import { planMessages } from '../../engine/sending/messages/plan-messages.ts';
import { sendDue } from '../../engine/sending/send-due.ts';
import { type CampaignOptions, startRunningCampaign } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { installation, resumeSending, stopSending } from '../sending/sending-stop-store.ts';
import { readWaiting } from './waiting-gauges.ts';

let core: TestCore;
/** A Monday, 10:00 in London. */
const now = new Date('2030-01-07T10:00:00Z');
const soon = new Date(now.getTime() + 60_000);
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(() => core.stop());

async function campaign(name: string, people: number, over: Partial<CampaignOptions> = {}) {
  return startRunningCampaign({ workspaceId: core.workspaceId, name, people, smtpPort: null, now, ...over });
}
async function waiting(at = soon) {
  const found = await readWaiting(at);
  return Object.fromEntries(
    found.filter(({ count }) => count > 0).map(({ cause, count, oldestSeconds }) => [cause, [count, oldestSeconds]]),
  );
}

test('names every cause, also if nothing waits', async () => {
  expect(await readWaiting(now)).toEqual(
    ['cap', 'window', 'gap', 'fault', 'paused', 'late'].map((cause) => ({ cause, count: 0, oldestSeconds: null })),
  );
});

test('a used up cap is not late before the next day, and then only since midnight', async () => {
  const step = { id: 'stp_1', thread: 'new', variants: [], waitMinutes: 0, subject: 'Hello', body: 'Hello.' } as const;
  await campaign('cap', 5, { campaign: { dailyCap: 2, steps: [{ ...step, variants: [] }] } });
  await sendDue(core.deps);
  expect(await waiting()).toEqual({ cap: [3, 60] });
  const oneMinutePastMidnight = new Date('2030-01-07T23:01:00Z');
  expect(await waiting(oneMinutePastMidnight)).toEqual({ late: [3, 60] });
});

test('tells a window, a gap, a fault, a person, and a missing worker apart', async () => {
  const closed = { days: ['sat'], from: '09:00', to: '17:00', timeZone: 'UTC' };
  await campaign('window', 4, { campaign: { window: closed } });
  await campaign('gap', 3, { mailbox: { gapSeconds: { min: 600, max: 600 } } });
  await campaign('fault', 6, { smtpPort: 1 });
  await campaign('paused', 7, { mailbox: { state: 'paused' } });
  await sendDue(core.deps);
  const causes = { cap: [3, 60], window: [4, 60], gap: [2, 60], fault: [6, 60], paused: [7, 60] };
  expect(await waiting()).toEqual(causes);

  await campaign('late', 1);
  expect(await waiting()).toEqual({ ...causes, late: [1, 60] });
  await planMessages(core.deps);
  expect(await waiting()).toEqual({ ...causes, late: [1, 60] });

  await stopSending(installation, {
    reason: 'operator',
    note: '',
    stoppedBy: { kind: 'system', id: 'test', name: 'Test' },
    stoppedAt: now,
  });
  expect(await waiting()).toEqual({ paused: [23, 60] });
  await resumeSending(installation);
});
