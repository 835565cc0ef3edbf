import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GatewayError } from '../errors/errors.ts';
import { RateStore } from '../store/rate-store.ts';
import { MONGODB_URI } from '../testing/gateway.ts';
import { limitRate } from './limit-rate.ts';

const minuteMs = 60_000;
const database = `gateway_test_${randomBytes(6).toString('hex')}`;
let client: MongoClient;
beforeAll(async () => {
  client = await MongoClient.connect(MONGODB_URI);
});
afterAll(async () => {
  await client.db(database).dropDatabase();
  await client.close();
});

/** Starts one instance. All instances of a test share the store. */
function startLimiter(name: string, perPeriod: number, periodMs = minuteMs) {
  const rates = new RateStore(client.db(database));
  const counting = { commands: 0 };
  const handler = limitRate({
    rates: {
      take: (...args) => {
        counting.commands += 1;
        return rates.take(...args);
      },
    },
    name,
    perPeriod,
    periodMs,
    keyOf: (req) => req.url,
  });
  const ask = async (key: string): Promise<true | string> => {
    try {
      await handler({ url: key } as Request, {} as Response, () => {});
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(GatewayError);
      return (error as GatewayError).headers['Retry-After'] as string;
    }
  };
  return { ask, counting };
}

test('allows a burst of a whole period, then tells the caller when to retry', async () => {
  const { ask } = startLimiter('burst', 10);
  for (let request = 0; request < 10; request += 1) expect(await ask('a')).toBe(true);
  const seconds = Number(await ask('a'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(6);
});

test('counts each caller and each limit separately', async () => {
  const [one, other] = [startLimiter('one', 3), startLimiter('other', 3)];
  for (let request = 0; request < 4; request += 1) await one.ask('a');
  expect(await one.ask('a')).not.toBe(true);
  expect(await one.ask('b')).toBe(true);
  expect(await other.ask('a')).toBe(true);
});

test('allows requests again after enough time has passed', async () => {
  const { ask } = startLimiter('again', 10, 1_000);
  for (let request = 0; request < 11; request += 1) await ask('a');
  await expect.poll(() => ask('a')).toBe(true);
});

test('three instances together stay within the limit, with few commands to the store', async () => {
  const limit = 300;
  const instances = [1, 2, 3].map(() => startLimiter('together', limit, 60 * minuteMs));
  const asked = instances.flatMap(({ ask }) => Array.from({ length: limit }, () => ask('a')));
  const granted = (await Promise.all(asked)).filter((answer) => answer === true).length;
  expect(granted).toBeGreaterThanOrEqual(limit * 0.9);
  expect(granted).toBeLessThanOrEqual(limit * 1.1);
  const commands = instances.reduce((sum, { counting }) => sum + counting.commands, 0);
  expect(commands).toBeLessThan(limit);
});
