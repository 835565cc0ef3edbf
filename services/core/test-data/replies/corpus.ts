import { readFileSync } from 'node:fs';
import type { ReplyClass } from '../../src/domain/replies/reply-classes.ts';

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

/** Labeled replies in a text with one JSON object per line. */
export function itemsIn(text: string): Item[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Item);
}
