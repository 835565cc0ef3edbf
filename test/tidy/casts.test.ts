import { expect, test } from 'vitest';
import { sourceFiles } from './read-source.ts';

const root = new URL('../..', import.meta.url).pathname;
/** Shrinks only: a cast through never or unknown switches the checks of the types off. */
const castsMax = 10;

test('few casts leave the types', () => {
  const casts = ['services', 'shared', 'test', 'deploy']
    .flatMap((folder) => sourceFiles(root, folder))
    .filter(({ path }) => path !== 'shared/contract/openapi.d.ts')
    .flatMap(({ path, text }) => [...text.matchAll(/\bas (?:never|unknown as)\b/g)].map(() => path));
  expect(casts.length, casts.join('\n')).toBeLessThanOrEqual(castsMax);
});
