import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passagesOfMarkdown } from './from-markdown.ts';
import { passagesOfScript } from './from-script.ts';
import { passagesOfTemplate } from './from-template.ts';
import { passagesOfCode } from './from-typescript.ts';
import type { Passage } from './passage.ts';

/** Generated from texts that are read at their source, quoted from others, or lists of phrases to avoid. */
const excluded = [
  '**/node_modules/**',
  '**/{data,dist,fixtures,coverage}/**',
  'shared/contract/**',
  'shared/embedded-mongo/suites/*.md',
  'docs/reference/{command-line,metrics,events,errors}.md',
  'services/core/test-data/replies/*.jsonl',
  'test/prose/{words,rules}.ts',
];
const readers: [pattern: string[], read: (file: string, source: string) => Passage[]][] = [
  [['*.md', '{.github,docs,deploy,examples,services,shared,test}/**/*.md'], passagesOfMarkdown],
  [['*.ts', '{deploy,docs,examples,services,shared,test,.ci}/**/*.{ts,mjs}'], passagesOfCode],
  [['services/**/*.liquid'], passagesOfTemplate],
  [['.ci/run', 'deploy/**', 'examples/*/run', '*.yaml', '.github/**/*.yaml'], passagesOfScript],
];
const scripts = /(^|\/)[\w-]+$|\.(ya?ml|service|target|timer|conf|sh)$|Caddyfile|Containerfile/;

/** All prose of the repository, in the order of the files. */
export function readPassages(root: string): Passage[] {
  return readers.flatMap(([patterns, read]) =>
    globSync(patterns, { cwd: root, exclude: excluded, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
      .filter((file) => read !== passagesOfScript || scripts.test(file))
      .sort()
      .flatMap((file) => read(file, readFileSync(join(root, file), 'utf8'))),
  );
}
