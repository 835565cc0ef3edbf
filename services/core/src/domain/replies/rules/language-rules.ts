/**
 * What one language contributes to the sorting of replies, as phrases (see text/phrases.ts). Phrases are written the way
 * `plainWords` leaves a sentence: lower case, no accents or punctuation, umlauts spelled out, English contractions expanded.
 */
export interface LanguageRules {
  /** Parts of phrases that are used as {name} in the others. */
  words: Record<string, string>;
  /** A whole message or subject of no more than this is a wish to be left alone. */
  wishAlone: string[];
  /** A wish to be left alone. */
  wish: string[];
  /** May be one: the sequence stops, and a person is asked. */
  wishPerhaps: string[];
  /** Sentences that speak of unsubscribing without wishing it: others, the product, a condition, a negation. */
  noWish: string[];
  complaint: string[];
  noComplaint: string[];
  leftCompany: string[];
  wrongPerson: string[];
  referral: string[];
  notNow: string[];
  notInterested: string[];
  meeting: string[];
  interested: string[];
  question: string[];
  absent: string[];
  automatic: string[];
  bounce: string[];
}
/** The last fourteen are made of words alone, see wishes/wish-patterns.ts. */
export type RuleName =
  | Exclude<keyof LanguageRules, 'words'>
  | 'wishAcross'
  | 'noWishBuilt'
  | 'writeToOthers'
  | 'unread'
  | 'brokenLink'
  | 'choseAnother'
  | 'notMail'
  | 'ofMail'
  | 'ofContact'
  | 'eager'
  | 'offCopy'
  | 'price'
  | 'receipt'
  | 'negation';
