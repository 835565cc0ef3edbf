import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { fittingItems, shorten } from './result-size.ts';

function contacts(count: number, word: string) {
  return Array.from({ length: count }, (_, index) => ({
    id: `con_01ARZ3NDEKTSV4RRFFQ69G${String(index).padStart(4, '0')}`,
    email: `person.${index}@company-${index}.example`,
    title: word.repeat(20),
    score: null,
  }));
}

test.each(['Head of Sales ', '销售主管', '🚀', 'zqx7'])('keeps lists of %s within 20,000 tokens', (word) => {
  const items = contacts(900, word);
  const { value, cut } = shorten({ items });
  expect(countTokens(JSON.stringify(value))).toBeLessThan(20_000);
  expect(countTokens(JSON.stringify(items.slice(0, fittingItems(items))))).toBeLessThan(20_000);
  const left = 900 - (value as { items: unknown[] }).items.length;
  expect(cut[0]).toMatch(new RegExp(`^${left} more in data.items \\(con_`));
});

test('leaves data that fits unchanged', () => {
  const items = contacts(20, 'x');
  expect(shorten({ items })).toEqual({ value: { items }, cut: [] });
  expect(fittingItems(items)).toBe(20);
});
