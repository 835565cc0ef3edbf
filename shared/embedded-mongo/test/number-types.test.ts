import { Decimal128, Double, type NumericType } from 'mongodb';
import { expect, test } from 'vitest';
import { useServer } from './use-server.ts';

const running = useServer();

test('converts a double with 15 digits to a decimal', async () => {
  const numbers = running.db.collection<{ _id: number; n: NumericType; d?: unknown }>('decimals');
  await numbers.insertOne({ _id: 1, n: Decimal128.fromString('0.7') });
  await numbers.updateOne({ _id: 1 }, { $inc: { n: new Double(2) } });
  await numbers.updateOne({ _id: 1 }, [{ $set: { d: { $toDecimal: new Double(2.5) } } }]);
  expect(JSON.parse(JSON.stringify(await numbers.findOne()))).toEqual({
    _id: 1,
    n: { $numberDecimal: '2.70000000000000' },
    d: { $numberDecimal: '2.50000000000000' },
  });
});

test('computes no remainder of numbers beyond 64 bits', async () => {
  const numbers = running.db.collection<{ _id: number; n: number }>('remainders');
  await numbers.insertMany([
    { _id: 1, n: 2 ** 80 },
    { _id: 2, n: 2 ** 40 },
    { _id: 3, n: Number.POSITIVE_INFINITY },
  ]);
  expect((await numbers.find({ n: { $mod: [2, 0] } }).toArray()).map(({ _id }) => _id)).toEqual([2]);
});
