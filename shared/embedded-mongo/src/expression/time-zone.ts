/** Zone names that mingo accepts: an area and a place, or an offset. */
const taken = /^[A-Za-z_]+\/[A-Za-z_]+$|^[+-]\d\d:?\d\d$/;

/**
 * Returns the same zone under a name that mingo accepts. Mingo rejects UTC, GMT, CET, and
 * America/Argentina/Buenos_Aires. If no such name exists, returns the offset at `date`, which is correct for the parts
 * of that date.
 */
export function zoneForMingo(zone: string, date: unknown): string {
  if (taken.test(zone)) return zone;
  const known = canonicalZone(zone);
  if (known === null) return zone;
  if (known === 'UTC') return '+00:00';
  if (taken.test(known)) return known;
  return date instanceof Date ? offsetAt(known, date) : zone;
}

const canonical = new Map<string, string | null>();

function canonicalZone(zone: string): string | null {
  const known = canonical.get(zone);
  if (known !== undefined) return known;
  let name: string | null = null;
  try {
    name = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    // Not a zone, so the caller reports an error. Unknown names are not cached, because their number is unlimited.
    return null;
  }
  canonical.set(zone, name);
  return name;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** For example, "+05:45". */
function offsetAt(zone: string, date: Date): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  const name = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return /[+-]\d\d:\d\d/.exec(name)?.[0] ?? '+00:00';
}
