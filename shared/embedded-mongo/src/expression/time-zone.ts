/** The zones that mingo takes: an area and a place, or an offset. */
const taken = /^[A-Za-z_]+\/[A-Za-z_]+$|^[+-]\d\d:?\d\d$/;

/**
 * The same zone by a name that mingo takes: it refuses UTC, GMT, CET and America/Argentina/Buenos_Aires. Where there is no
 * such name, the offset at `date`, which is right for the parts of that date.
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
    // Not a zone: what asks for it says so. Names that do not exist are not kept, there is no end of them.
    return null;
  }
  canonical.set(zone, name);
  return name;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** "+05:45". */
function offsetAt(zone: string, date: Date): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  const name = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return /[+-]\d\d:\d\d/.exec(name)?.[0] ?? '+00:00';
}
