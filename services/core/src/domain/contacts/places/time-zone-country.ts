import { countryCodeOf } from './country-code.ts';
import { timeZoneOfRegion, zonesAcross } from './time-zone-region.ts';

/** For a country with several zones, the zone where most of its people work. It is a guess and marked as such. */
// biome-ignore format: a table.
const zoneByCountry: Record<string, string> = {
  AE: 'Asia/Dubai', AR: 'America/Argentina/Buenos_Aires', AT: 'Europe/Vienna', AU: 'Australia/Sydney',
  BA: 'Europe/Sarajevo', BD: 'Asia/Dhaka', BE: 'Europe/Brussels', BG: 'Europe/Sofia', BH: 'Asia/Bahrain',
  BO: 'America/La_Paz', BR: 'America/Sao_Paulo', BY: 'Europe/Minsk', CA: 'America/Toronto', CH: 'Europe/Zurich',
  CL: 'America/Santiago', CN: 'Asia/Shanghai', CO: 'America/Bogota', CR: 'America/Costa_Rica', CY: 'Asia/Nicosia',
  CZ: 'Europe/Prague', DE: 'Europe/Berlin', DK: 'Europe/Copenhagen', DO: 'America/Santo_Domingo',
  DZ: 'Africa/Algiers', EC: 'America/Guayaquil', EE: 'Europe/Tallinn', EG: 'Africa/Cairo', ES: 'Europe/Madrid',
  ET: 'Africa/Addis_Ababa', FI: 'Europe/Helsinki', FR: 'Europe/Paris', GB: 'Europe/London', GE: 'Asia/Tbilisi',
  GH: 'Africa/Accra', GR: 'Europe/Athens', GT: 'America/Guatemala', HK: 'Asia/Hong_Kong', HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest', ID: 'Asia/Jakarta', IE: 'Europe/Dublin', IL: 'Asia/Jerusalem', IN: 'Asia/Kolkata',
  IS: 'Atlantic/Reykjavik', IT: 'Europe/Rome', JO: 'Asia/Amman', JP: 'Asia/Tokyo', KE: 'Africa/Nairobi',
  KR: 'Asia/Seoul', KW: 'Asia/Kuwait', KZ: 'Asia/Almaty', LB: 'Asia/Beirut', LI: 'Europe/Vaduz',
  LK: 'Asia/Colombo', LT: 'Europe/Vilnius', LU: 'Europe/Luxembourg', LV: 'Europe/Riga', MA: 'Africa/Casablanca',
  MC: 'Europe/Monaco', MD: 'Europe/Chisinau', ME: 'Europe/Podgorica', MK: 'Europe/Skopje', MT: 'Europe/Malta',
  MX: 'America/Mexico_City', MY: 'Asia/Kuala_Lumpur', NG: 'Africa/Lagos', NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo', NP: 'Asia/Kathmandu', NZ: 'Pacific/Auckland', OM: 'Asia/Muscat', PA: 'America/Panama',
  PE: 'America/Lima', PH: 'Asia/Manila', PK: 'Asia/Karachi', PL: 'Europe/Warsaw', PR: 'America/Puerto_Rico',
  PT: 'Europe/Lisbon', PY: 'America/Asuncion', QA: 'Asia/Qatar', RO: 'Europe/Bucharest', RS: 'Europe/Belgrade',
  RU: 'Europe/Moscow', SA: 'Asia/Riyadh', SE: 'Europe/Stockholm', SG: 'Asia/Singapore', SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava', TH: 'Asia/Bangkok', TN: 'Africa/Tunis', TR: 'Europe/Istanbul', TW: 'Asia/Taipei',
  TZ: 'Africa/Dar_es_Salaam', UA: 'Europe/Kyiv', UG: 'Africa/Kampala', US: 'America/New_York',
  UY: 'America/Montevideo', VE: 'America/Caracas', VN: 'Asia/Ho_Chi_Minh', ZA: 'Africa/Johannesburg',
};

interface Place {
  city?: string;
  region?: string;
  country?: string;
}

/** Likely IANA time zone of a place, based on its region or city, otherwise on its country. */
export function timeZoneOfPlace(place: Place | null | undefined): string | undefined {
  const code = place?.country ? countryCodeOf(place.country) : undefined;
  const ofRegion = code === undefined ? undefined : timeZoneOfRegion(code, place ?? {});
  return ofRegion ?? timeZoneOfCountry(place?.country);
}

/**
 * Separates the zones of a recipient whose country alone is known. Messages are sent while all their windows are open.
 */
export const zoneSeparator = '|';

/**
 * Zone of a recipient's sending window. Several joined zones if the country has several and nothing more is known. Null
 * means the workspace's zone.
 */
export function recipientZone(contact: {
  timeZone?: string;
  isTimeZoneInferred?: boolean;
  location?: Place;
}): string | null {
  const { timeZone = null, isTimeZoneInferred, location } = contact;
  const code = location?.country ? countryCodeOf(location.country) : undefined;
  if (!isTimeZoneInferred || code === undefined) return timeZone;
  const across = zonesAcross(code);
  return timeZoneOfRegion(code, location ?? {}) ?? (across.length > 1 ? across.join(zoneSeparator) : timeZone);
}

/** Likely IANA time zone of a person in this country (name or ISO code). Undefined if unknown. */
function timeZoneOfCountry(country: string | null | undefined): string | undefined {
  const code = country ? countryCodeOf(country) : undefined;
  return code === undefined ? undefined : zoneByCountry[code];
}
