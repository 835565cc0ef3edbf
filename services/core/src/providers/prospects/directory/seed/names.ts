import seed from './names.json' with { type: 'json' };

export interface NamePool {
  first: string[];
  last: string[];
  language: string;
}

export type NamePoolKey = keyof typeof seed;

/** Common given names and surnames by language area. Every combination in the directory is fictional. */
export const namePools: Record<NamePoolKey, NamePool> = seed;
