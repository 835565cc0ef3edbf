import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rotateKey } from './rotate-key.ts';

test('keeps the old key until the store is encrypted with the new one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'outbound-rotate-'));
  const file = join(dataDir, 'secrets.json');
  const read = () => JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ secretKey: 'old', internalSecret: 'kept' }));

  expect(await rotateKey(dataDir, async () => 1)).toBe(1);
  const cutOff = read();
  expect(cutOff).toEqual({ secretKey: expect.stringMatching(/^[\w+/]{43}=,old$/), internalSecret: 'kept' });

  let given = '';
  const reseal = async (ring: string) => {
    given = ring;
    expect(read().secretKey).toBe(ring);
    return 0;
  };
  expect(await rotateKey(dataDir, reseal)).toBe(0);
  expect(given.endsWith(`,${cutOff.secretKey}`)).toBe(true);
  expect(read()).toEqual({ secretKey: given.split(',')[0], internalSecret: 'kept' });
});
