import { afterAll, beforeAll, expect, test } from 'vitest';
import { findReplanningCampaigns } from '../../../store/campaigns/replan-store.ts';
import { launchCampaign } from '../../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { replanCampaign } from './replan-campaign.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function setWindow(from: string): Promise<void> {
  const window = { days: ['mon'], from, to: '18:00' };
  expect((await core.request('PATCH', '/settings', { body: { window } })).status).toBe(200);
}

test('follows a window that changes while the campaign is being rescheduled', async () => {
  await launchCampaign(core, 1, { window: null });
  await setWindow('09:00');
  const [asRead] = await findReplanningCampaigns(1);
  await setWindow('10:00');
  await replanCampaign(asRead!, core.deps);
  const [left] = await findReplanningCampaigns(1);
  expect(left).toBeDefined();
  await replanCampaign(left!, core.deps);
  expect(await findReplanningCampaigns(1)).toEqual([]);
});
