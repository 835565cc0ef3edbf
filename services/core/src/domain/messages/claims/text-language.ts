import { likeliestLanguage } from '../../text/languages.ts';
import { folded } from './folded.ts';

/** Languages that the claim check reads. */
export const claimLanguages = ['en', 'de', 'fr', 'es', 'it'] as const;

export function languageOfText(text: string): string {
  return likeliestLanguage(folded(text).replace(/[^a-z]+/g, ' '), claimLanguages);
}
