import seed from './countries.json' with { type: 'json' };
import type { NamePoolKey } from './names.ts';

export interface City {
  city: string;
  region: string;
  timeZone: string;
}

export interface Country {
  code: string;
  name: string;
  demonym: string;
  names: NamePoolKey;
  /** Frequency of companies in this country, relative to others. */
  weight: number;
  cities: City[];
}

export const countries = seed as Country[];
