import { expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from './read-source.ts';

const root = new URL('../..', import.meta.url).pathname;
const files = ['services', 'shared', 'test', 'deploy']
  .flatMap((folder) => sourceFiles(root, folder))
  .filter(
    ({ path }) =>
      path !== 'shared/contract/openapi.d.ts' &&
      path !== 'test/tidy/dialect.test.ts' &&
      !path.startsWith('test/prose/'),
  );

/** Each line that matches, as "file:line text". */
function linesWith(pattern: RegExp, among: SourceFile[] = files): string[] {
  return among.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
}

test('functions of a module are declarations', () => {
  expect(linesWith(/^(export )?const \w+ = (async )?(<[^>]*>)?\([^)]*\)(: [^=]+)? =>/)).toEqual([]);
});

test('shapes of objects are interfaces', () => {
  const shapes = /^(?:export )?type (\w+)(?:<[^=]*>)? = \{\n(?!\s*(?:readonly )?\[)/gm;
  const found = files.flatMap(({ path, text }) => [...text.matchAll(shapes)].map(([, name]) => `${path} ${name}`));
  expect(found).toEqual([]);
});

test('constants are written in camel case', () => {
  expect(linesWith(/^(export )?const [A-Z][A-Z0-9]*(_[A-Z0-9]+)+\b/)).toEqual([]);
});

test('tests are called test', () => {
  const tests = files.filter(({ path }) => path.endsWith('.test.ts'));
  expect(linesWith(/^\s*it(\.\w+)?[(`]/, tests)).toEqual([]);
});

// Words that a reader has to translate back into the field's own, in comments, documents and texts alike.
const privateWords = /\b(told|anew|whoever|tells? of|answers with|so many at once|Unverwechselbar)\b/i;

test('says it in the words of the field', () => {
  // What correspondents write stands in quotes.
  const inProse = files.map((file) => ({
    ...file,
    text: file.text.replaceAll(/\b(?:I|who I) told (?:others )?to stop\b/g, ''),
  }));
  expect(linesWith(privateWords, inProse)).toEqual([]);
});

test('counts in the right number', () => {
  expect(linesWith(/\b1 (contacts|companies|messages|records|members|credits|steps|replies|rows)\b/)).toEqual([]);
});

/** An action is named by its operation, and may say so of a store too; the parsers of two sources are alike on purpose. */
const mayShareNames = /^services\/core\/src\/(actions\/.*\/|providers\/prospects\/(hunter|people-data-labs)\/)/;

test('in the core a name is exported for one thing', () => {
  const places = new Map<string, string[]>();
  for (const { path, text } of files.filter(({ path }) =>
    /^services\/core\/src\/(?!.*(\.test\.ts$|testing\/))/.test(path),
  ))
    for (const [, name] of text.matchAll(/^export (?:async )?(?:function|const|interface|class) (\w+)/gm))
      places.set(name!, [...(places.get(name!) ?? []), path]);
  const shared = [...places].filter(([, paths]) => paths.filter((path) => !mayShareNames.test(path)).length > 1);
  expect(shared.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([]);
});
