/**
 * Phrases of one language for classifying replies (see text/phrases.ts). They are written as `plainWords` normalizes a
 * sentence: lower case, no accents or punctuation, umlauts spelled out, English contractions expanded.
 */
export interface LanguageRules {
  /** Parts of phrases, used as {name} in the others. */
  words: Record<string, string>;
  /** An opt-out if it is the entire message or subject. */
  wishAlone: string[];
  /** An opt-out. */
  wish: string[];
  /** A possible opt-out. The sequence stops, and a person is asked. */
  wishPerhaps: string[];
  /**
   * Sentences that mention unsubscribing without requesting it: about others, the product, a condition, or a negation.
   */
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
/** The last fourteen consist only of words; see wishes/wish-patterns.ts. */
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
