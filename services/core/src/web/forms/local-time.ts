const minuteMs = 60_000;

/** Local time of a moment in the zone, in the format of a browser's date field: 2026-01-31T09:00:00. */
export function localTime(iso: string, timeZone: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return parts.replace(' ', 'T');
}

/** Moment with this local time in the zone. Text that is not a local time stays unchanged. */
export function momentOf(local: string, timeZone: string): string {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc) || /[zZ]|[+-]\d\d:\d\d$/.test(local)) return local;
  // The first pass uses the zone's offset at the wrong moment, the second at the right one.
  const first = asUtc - offsetMs(asUtc, timeZone);
  return new Date(asUtc - offsetMs(first, timeZone)).toISOString();
}

function offsetMs(moment: number, timeZone: string): number {
  const shown = Date.parse(`${localTime(new Date(moment).toISOString(), timeZone)}Z`);
  return Math.round((shown - moment) / minuteMs) * minuteMs;
}
