export interface Industry {
  name: string;
  /** Other words by which people look for it. */
  also: string;
  weight: number;
  kinds: string[];
  offers: string[];
  customers: string[];
  nouns: string[];
  keywords: string[];
  technologies: string[];
}
