import { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Double, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';

/** One value of each BSON type. */
export const oneOfEachType = {
  double: new Double(1.5),
  text: 'né',
  document: { a: { b: [1] } },
  array: [1, 'two', { three: 3 }],
  binary: new Binary(Buffer.from('bytes')),
  oldBinary: new Binary(Buffer.from([1, 2, 3]), 2),
  id: new ObjectId(),
  yes: true,
  date: new Date(1),
  nothing: null,
  pattern: new BSONRegExp('^a', 'i'),
  code: new Code('x'),
  scoped: new Code('x', { y: 1 }),
  symbol: new BSONSymbol('s'),
  int: 7,
  timestamp: new Timestamp({ t: 1, i: 2 }),
  long: 9_007_199_254_740_993n,
  decimal: Decimal128.fromString('1.10'),
  least: new MinKey(),
  most: new MaxKey(),
};
