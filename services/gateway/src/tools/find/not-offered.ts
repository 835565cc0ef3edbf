import entries from './words/not-offered.json' with { type: 'json' };

/** Something that people ask of sales software and Outbound does not do. */
export interface NotOffered {
  readonly id: string;
  /** As in "Outbound does not …". */
  readonly what: string;
  /** As in "Outbound kann …". */
  readonly wasDe: string;
  /** Actions that come nearest. */
  readonly instead: readonly string[];
  readonly phrases: readonly string[];
}

export const notOffered: readonly NotOffered[] = entries;

const germanWords =
  'ich mir mich bitte und der das den dem ein einen eine auf nicht mit für von wie was wer schick mach ihnen ihm jeden';
/** German words and letters that English does not have. */
const german = new RegExp(`[äöüß]|\\b(?:${germanWords.replaceAll(' ', '|')})\\b`, 'i');

/** "No" in the language of the query, English or German. */
export function refusalOf({ what, wasDe }: NotOffered, query: string): string {
  return german.test(query)
    ? `Outbound kann ${wasDe}. Am nächsten kommen diese Aktionen.`
    : `Outbound does not ${what}. These actions come nearest.`;
}
