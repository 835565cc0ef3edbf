import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchCampaign, messagesOf } from '../../../testing/campaign-setup.ts';
import { until } from '../../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import type { Loop } from '../../../worker/poll-loop.ts';
import { startWorker } from '../../../worker/start-worker.ts';

const saturdayNight = new Date('2030-01-05T22:00:00Z');
const mondayMorning = '2030-01-07T08:00:00.000Z';
const wholeWeek = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '00:00' };
let core: TestCore;
let worker: Loop;
beforeAll(async () => {
  core = await startTestCore({
    now: () => saturdayNight,
    environment: { SENDING_FREE_MB_MIN: '0', WORKER_POLL_MS: '200' },
  });
  worker = startWorker(core.deps);
});
afterAll(async () => {
  await worker.stop();
  await core.stop();
});

async function setWindow(window: object): Promise<void> {
  expect((await core.request('PATCH', '/settings', { body: { window } })).status).toBe(200);
}

test('a wider window sends delayed messages immediately, and a narrower one moves queued messages', async () => {
  const { campaignId } = await launchCampaign(core, 3, { window: null });
  // Only first messages: they can be sent, and followed by others, before this check.
  const times = async (): Promise<string[]> => {
    const all: { stepIndex: number; scheduledAt: string }[] = await messagesOf(core, campaignId);
    return all.filter(({ stepIndex }) => stepIndex === 0).map(({ scheduledAt }) => scheduledAt);
  };
  await until(async () => (await times()).length === 3);
  expect(new Set(await times())).toEqual(new Set([mondayMorning]));
  await setWindow({ ...wholeWeek, from: '20:00' });
  await until(async () => (await times()).every((time) => time < mondayMorning));
  await setWindow(wholeWeek);
  await until(async () => (await messagesOf(core, campaignId, '&state=sent')).length === 3);

  const followUps = async (): Promise<string[]> =>
    (await messagesOf(core, campaignId, '&state=scheduled')).map(
      ({ scheduledAt }: { scheduledAt: string }) => scheduledAt,
    );
  await until(async () => (await followUps()).length === 3);
  expect(new Set((await followUps()).map((time) => time.slice(0, 10)))).toEqual(new Set(['2030-01-08']));
  await setWindow({ days: ['fri'], from: '10:00', to: '11:00', timeZone: 'Europe/Berlin' });
  await until(async () => (await followUps()).every((time) => time === '2030-01-11T09:00:00.000Z'));
});
