import { SeededRandom } from '../../services/core/src/domain/values/random.ts';
import { wordsOf } from './seed-contacts.ts';

function at(share: number, count: number): string {
  return new Date(Date.UTC(2024, 0, 1) + Math.floor(share * count) * 1_000).toISOString();
}

type Pick = (max: number) => number;

/** What a filter may ask for, over contacts as seed-contacts.ts makes them: from one in two to a few in all. */
const filters: Record<string, (pick: Pick, count: number) => string> = {
  emailStatus: (pick) => ['valid', 'unverified', 'invalid'][pick(3)]!,
  stage: (pick) => ['new', 'contacted', 'interested'][pick(3)]!,
  declaredBasis: (pick) => ['none', 'consent'][pick(2)]!,
  companyDomain: (pick, count) => `firm${pick(Math.ceil(count / 20))}.example`,
  tag: (pick) => ['fair', 'rare', 'absent'][pick(3)]!,
  minScore: (pick) => String(pick(100)),
  source: (pick) => ['import', 'api'][pick(2)]!,
  createdAfter: (pick, count) => at(pick(100) / 100, count),
  createdBefore: (pick, count) => at(pick(100) / 100, count),
  updatedAfter: (pick, count) => at(pick(100) / 100, count),
  hasReplied: (pick) => ['true', 'false'][pick(2)]!,
  doNotContact: (pick) => ['true', 'false'][pick(2)]!,
};
const sorts = ['-id', 'id', '-updatedAt', 'updatedAt', '-score.value'];

/** Queries of up to three filters, up to two words of somebody who is stored, and one sort; the same in each run. */
export function generatedQueries(howMany: number, count: number, listId: string): string[] {
  const random = new SeededRandom(20_261);
  const pick = (max: number) => random.integer(0, max - 1);
  return Array.from({ length: howMany }, () => {
    const names = [...Object.keys(filters), 'listId'];
    const query = new URLSearchParams({ limit: '25', sort: sorts[pick(sorts.length)]! });
    for (let left = pick(4); left > 0; left -= 1) {
      const [name] = names.splice(pick(names.length), 1);
      query.set(name!, name === 'listId' ? listId : filters[name!]!(pick, count));
    }
    const words = wordsOf(pick(count), count);
    const asked = Array.from({ length: pick(3) }, () => words[pick(words.length)]);
    if (asked.length > 0) query.set('q', asked.join(' '));
    return query.toString();
  });
}
