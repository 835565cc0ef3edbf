import { expect, test } from 'vitest';
import { type KnownAddress, likelyAddresses } from './address-patterns.ts';

function known(...rows: [first: string, last: string, email: string][]): KnownAddress[] {
  return rows.map(([firstName, lastName, email]) => ({ firstName, lastName, email }));
}

const jana = { firstName: 'Jana', lastName: 'Müller-Groß' };

test.each([
  [known(['Ada', 'King', 'a.king@x.de'], ['Bo', 'Lee', 'b.lee@x.de']), 'j.mueller-gross@x.de', 0.75],
  [
    known(['Uwe', 'Öst', 'oest@x.de'], ['Bo', 'Lee', 'lee@x.de'], ['Eva', 'Ray', 'ray@x.de']),
    'mueller-gross@x.de',
    0.8,
  ],
  [known(['Uwe', 'Öst', 'uwe.ost@x.de'], ['Bo', 'Lee-Ray', 'bo.leeray@x.de']), 'jana.mullergross@x.de', 0.75],
  [known(['Ada', 'King', 'ada@mail.de'], ['Bo', 'Lee', 'bo@mail.de']), 'jana@mail.de', 0.75],
])('learns from known addresses: %#', (addresses, email, confidence) => {
  expect(likelyAddresses(jana, 'x.de', addresses)[0]).toEqual({ email, confidence, support: addresses.length });
});

test('is less sure if a company has several ways, and ignores addresses of roles', () => {
  const addresses = known(
    ['Ada', 'King', 'ada.king@x.de'],
    ['Bo', 'Lee', 'bo.lee@x.de'],
    ['Eva', 'Ray', 'eray@x.de'],
    ['Ina', 'Fox', 'sales@x.de'],
  );
  const [first, second] = likelyAddresses({ firstName: 'Tom', lastName: 'Orr' }, 'x.de', addresses);
  expect(first).toEqual({ email: 'tom.orr@x.de', confidence: 0.6, support: 2 });
  expect(second).toEqual({ email: 'torr@x.de', confidence: 0.4, support: 1 });
});

test('claims nothing without a known address, and makes none for names in other scripts', () => {
  const [first] = likelyAddresses({ firstName: 'Tom', lastName: 'Orr' }, 'x.de', []);
  expect(first).toEqual({ email: 'tom.orr@x.de', confidence: 0, support: 0 });
  expect(likelyAddresses({ firstName: '伟', lastName: '王' }, 'x.de', [])).toEqual([]);
});

/** The confidence is honest: of addresses with 0.75, about three in four are right. */
test('is right as often as it says, over companies that mix their ways', () => {
  const names = ['ada king', 'bo lee', 'eva ray', 'ina fox', 'tom orr', 'uwe ost', 'kim wu', 'max hill', 'pia cruz'];
  const makers = [
    (first: string, last: string) => `${first}.${last}`,
    (first: string, last: string) => `${first[0]}${last}`,
    (first: string) => first,
  ];
  const bins = new Map<number, { all: number; right: number }>();
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  for (let company = 0; company < 3_000; company += 1) {
    // A third of the companies have one way; the others change it for a share of their people.
    const mixing = [0, 0.15, 0.4][company % 3]!;
    const usual = Math.floor(random() * makers.length);
    const people = names.map((name) => {
      const [firstName = '', lastName = ''] = name.split(' ');
      const way = random() < mixing ? Math.floor(random() * makers.length) : usual;
      return { firstName, lastName, email: `${makers[way]!(firstName, lastName)}@x.de` };
    });
    const size = 2 + Math.floor(random() * 6);
    const [guess] = likelyAddresses(people[size]!, 'x.de', people.slice(0, size));
    const bin = Math.floor(guess!.confidence * 10);
    const count = bins.get(bin) ?? { all: 0, right: 0 };
    bins.set(bin, { all: count.all + 1, right: count.right + Number(guess!.email === people[size]!.email) });
  }
  for (const [bin, { all, right }] of bins) {
    if (all < 100) continue;
    expect(right / all, `confidence ${bin / 10}, ${all} addresses`).toBeGreaterThan(bin / 10 - 0.08);
  }
});
