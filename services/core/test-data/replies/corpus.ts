import { readFileSync } from 'node:fs';
import { type ReplyClass, replyClasses } from '../../src/domain/replies/reply-classes.ts';

/** A labeled reply. */
export interface Item {
  id: string;
  language: string;
  class: ReplyClass;
  /** The day of return; null where the text names none. */
  returnDate?: string | null;
  subject: string;
  text: string;
  headers?: Record<string, string>;
}

/** When the messages of the corpus arrived: a Monday. */
export const receivedAt = new Date('2026-11-23T09:00:00Z');

/** A part of the corpus, by its name without an ending. */
export function readCorpus(name: string): Item[] {
  return itemsIn(readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8'));
}

/** Labeled replies of the file at this path. The error names the first line that is none. */
export function readExamples(path: string): Item[] {
  const items = itemsIn(readFileSync(path, 'utf8'));
  const faulty = items.findIndex(
    (item) => typeof item.subject !== 'string' || typeof item.text !== 'string' || !replyClasses.includes(item.class),
  );
  if (faulty !== -1)
    throw new Error(`Line ${faulty + 1} of ${path} needs subject, text, and class: one of ${replyClasses.join(', ')}.`);
  return items;
}

/** Parses labeled replies: one JSON object per line. */
function itemsIn(text: string): Item[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Item);
}
