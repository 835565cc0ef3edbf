import { cutText } from '@outbound/node-service/text/cut-text';
import type { ManifestDifference } from '../../../domain/approvals/manifest.ts';
import type { ComparedNow } from './compare-held.ts';

/** Longest text of a difference, in characters. The messages themselves are in the manifest. */
const differenceLengthMax = 4_000;
const differencesMax = 100;

/** Equal differences of several messages are one. */
export function grouped(compared: ComparedNow[]): ManifestDifference[] {
  const byText = new Map<string, ManifestDifference>();
  for (const { message, differences } of compared) {
    for (const { field, before, after } of differences) {
      const key = JSON.stringify([field, before, after]);
      const known = byText.get(key) ?? {
        field,
        before: cutText(before, differenceLengthMax),
        after: cutText(after, differenceLengthMax),
        messages: [],
      };
      known.messages.push(message.id);
      byText.set(key, known);
    }
  }
  return [...byText.values()].slice(0, differencesMax);
}
