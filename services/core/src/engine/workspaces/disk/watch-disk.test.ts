import { afterAll, beforeAll, expect, test } from 'vitest';
import { installation, stopSending } from '../../../store/sending/sending-stop-store.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { watchDisk } from './watch-disk.ts';

const never = Number.MAX_SAFE_INTEGER;
let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function stopsAt(sendingFreeBytesMin: number) {
  await watchDisk({ ...core.deps, config: { ...core.config, sendingFreeBytesMin } });
  return (await core.request('GET', '/sending')).body.data.stops;
}

test('stops all sending with the reason before the disk is full, and resumes when there is space', async () => {
  expect(await stopsAt(0)).toEqual([]);
  expect(await stopsAt(never)).toMatchObject([
    { reason: 'disk_full', note: expect.stringMatching(/^\d+ MB are left/) },
  ]);
  expect(await stopsAt(never)).toHaveLength(1);
  expect(await stopsAt(0)).toEqual([]);
});

test('does not lift a stop that someone else set', async () => {
  const stoppedBy = { kind: 'system', id: 'operator', name: 'Operator' } as const;
  await stopSending(installation, { reason: 'operator', note: '', stoppedBy, stoppedAt: new Date() });
  expect(await stopsAt(never)).toMatchObject([{ reason: 'operator' }]);
  expect(await stopsAt(0)).toMatchObject([{ reason: 'operator' }]);
});
