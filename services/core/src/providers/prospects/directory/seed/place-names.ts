import seed from './place-names.json' with { type: 'json' };

/** Alternatives to the English names of places, by country code or city. */
export const countryNames: Record<string, string[]> = seed.countries;
export const cityNames: Record<string, string[]> = seed.cities;
