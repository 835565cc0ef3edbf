import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileIn, renamed, type Step } from './read-recipes.ts';

interface Place {
  file: string;
  /** Line after which the code goes. */
  after?: RegExp;
  /** Line before which the code goes. */
  before?: RegExp;
  /** Blocks that go here. All others of the file go to another place. */
  only?: RegExp;
}

const core = 'services/core/src';

/** Where a person would add the code: tables have one place, and imports go to the top of a file. */
const places: readonly Place[] = [
  { file: `${core}/actions/index.ts`, before: /^\];$/ },
  { file: `${core}/domain/contacts/contact-fields.ts`, after: /^export const contactFields = \{/ },
  { file: `${core}/domain/events/event-payloads.ts`, after: /^export const eventPayloads = \{/ },
  { file: `${core}/actions/lists/tags/create-tag.ts`, before: /^ {4}return \{ status: 201/ },
  { file: `${core}/actions/events/every-event.test.ts`, after: /^const provoke: / },
  { file: `${core}/web/records/record-pages.ts`, after: /^export const recordPages/ },
  { file: `${core}/web/index.ts`, after: /^const areas = \[/ },
  { file: `${core}/web/frame/places.ts`, after: /href: '\/app\/tags'/ },
  { file: `${core}/settings/config.ts`, after: /^export interface Config \{/, only: /;\n$/ },
  { file: `${core}/settings/config.ts`, after: /^ {2}return Object\.freeze\(\{/ },
  { file: 'test/reference/setting-descriptions.ts', after: /^ {6}\{ name: 'PORT'/ },
  { file: 'shared/node-service/src/settings/setting-names.ts', after: /^ {2}'PORT',/ },
  { file: `${core}/providers/verification/create-verifier.ts`, before: /^ {2}return undefined;/ },
  { file: 'services/gateway/src/tools/own/own-tools.ts', after: /^ {2}return \[/ },
  { file: 'services/core/test-data/refusals/server-answers.ts', after: /^export const serverAnswers/ },
  { file: `${core}/domain/sending/refusal-rules.ts`, after: /^export const refusalRules/ },
  { file: `${core}/domain/replies/rules/en.json`, after: /^ {2}"wish": \[/ },
];

/** Writes the code of a step into the copy, with the example renamed. */
export function carryOut(dir: string, step: Step, example: string, name: string): void {
  const file = fileIn(step);
  if (file === undefined || step.blocks.length === 0) return;
  const path = renamed(file, example, name);
  const target = join(dir, path);
  const blocks = step.blocks.map((block) => renamed(block, example, name));
  if (existsSync(target)) for (const block of blocks) insert(target, path, block);
  else {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, blocks.join('\n'));
  }
}

function insert(target: string, path: string, block: string): void {
  const text = readFileSync(target, 'utf8');
  writeFileSync(target, block.startsWith('import ') ? block + text : withBlock(text, path, block));
}

function withBlock(text: string, path: string, block: string): string {
  if (path.endsWith('.jsonl')) return `${text.trimEnd()}\n${block}`;
  const place = places.find(({ file, only }) => file === path && (only?.test(block) ?? true));
  if (place === undefined) throw new Error(`The test doesn't know where code goes in ${path}.`);
  const lines = text.split('\n');
  const isThere = (line: string) => (place.after ?? place.before)!.test(line);
  const found = place.after ? lines.findIndex(isThere) : lines.findLastIndex(isThere);
  if (found < 0) throw new Error(`${path} has no line ${place.after ?? place.before}.`);
  lines.splice(place.after ? found + 1 : found, 0, block.trimEnd());
  return lines.join('\n');
}
