import regions from './regions.json' with { type: 'json' };

/**
 * States, provinces, and large cities of countries with several zones: names and postal codes, folded to ASCII. A
 * region with two zones has the one where most of its people live.
 */
const zones: Record<string, Record<string, string>> = regions;

/** Outermost zones of a country's population, from east to west. */
const spans: Record<string, readonly string[]> = {
  US: ['America/New_York', 'America/Los_Angeles'],
  CA: ['America/Halifax', 'America/Vancouver'],
  AU: ['Australia/Sydney', 'Australia/Perth'],
  BR: ['America/Sao_Paulo', 'America/Manaus'],
  MX: ['America/Cancun', 'America/Tijuana'],
  RU: ['Asia/Vladivostok', 'Europe/Moscow'],
  ID: ['Asia/Jayapura', 'Asia/Jakarta'],
};

function fold(text: string): string {
  const ascii = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return ascii
    .replace(/[.’'`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const zoneByPlace = new Map<string, string>();
for (const [country, byZone] of Object.entries(zones)) {
  for (const [zone, places] of Object.entries(byZone)) {
    for (const place of places.split('|')) {
      zoneByPlace.set(`${country} ${place}`, zone);
      // The last word of a state is its postal code. The name, the code, and the pair are all keys.
      const [, name, code] = /^(.+) ([a-z]{2,4})$/.exec(place) ?? [];
      if (name !== undefined && isCode(country, code!))
        for (const one of [name, code]) zoneByPlace.set(`${country} ${one}`, zone);
    }
  }
}

function isCode(country: string, code: string): boolean {
  return country === 'MX'
    ? /^(?:cdmx|jal|gto|qro|nl|slp|qroo|bcs|bc)$/.test(code)
    : country !== 'RU' && country !== 'ID' && code.length <= 3;
}

/** Zone of a region or city, by any common name. Undefined if unknown. */
export function timeZoneOfRegion(
  country: string,
  { region, city }: { region?: string | null | undefined; city?: string | null | undefined },
): string | undefined {
  const places = [region, city].flatMap((place) => (place ? [fold(place), ...fold(place).split(/\s*[,/(]\s*/)] : []));
  // "US-CA" is the ISO 3166-2 code of California.
  const codes = places.map((place) => place.replace(new RegExp(`^${country.toLowerCase()}-`), ''));
  return codes.map((place) => zoneByPlace.get(`${country} ${place}`)).find((zone) => zone !== undefined);
}

/** The outermost zones of a country with several zones. Empty for other countries. */
export function zonesAcross(country: string): readonly string[] {
  return spans[country] ?? [];
}
