import seed from './industries.json' with { type: 'json' };

export interface Industry {
  name: string;
  /** Other search words for the industry. */
  also: string;
  weight: number;
  kinds: string[];
  offers: string[];
  customers: string[];
  nouns: string[];
  keywords: string[];
  technologies: string[];
}

export const industries: Industry[] = seed.industries;

/** Tools used by companies in any industry. */
export const { generalTechnologies } = seed;
