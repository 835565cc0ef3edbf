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
