import { readFileSync } from 'node:fs';
import type { AnyAction } from '../actions/definition/define-action.ts';

type Json = Record<string, unknown>;

/** Request and response, recorded from a running core by testing/write-examples.ts. */
export interface RecordedExample {
  input: Json;
  /** Text for downloads. */
  answer?: Json | string;
  dryRun?: Json;
}

export const examplesFile = new URL('./examples.json', import.meta.url);

const recorded: Record<string, RecordedExample> = JSON.parse(readFileSync(examplesFile, 'utf8'));

export function exampleOf({ name }: AnyAction): RecordedExample | undefined {
  return recorded[name];
}

export function recordedNames(): string[] {
  return Object.keys(recorded);
}
