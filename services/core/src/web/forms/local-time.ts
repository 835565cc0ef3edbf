const minuteMs = 60_000;

/** How a clock in the zone shows the moment, as a browser's date field has it: 2026-01-31T09:00:00. */
export function localTime(iso: string, timeZone: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return parts.replace(' ', 'T');
}

/** The moment at which clocks in the zone show this; text that is no such time stays as it is. */
export function momentOf(local: string, timeZone: string): string {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc) || /[zZ]|[+-]\d\d:\d\d$/.test(local)) return local;
  // The offset of the zone is first that of the wrong moment, then of the right one.
  const first = asUtc - offsetMs(asUtc, timeZone);
  return new Date(asUtc - offsetMs(first, timeZone)).toISOString();
}

function offsetMs(moment: number, timeZone: string): number {
  const shown = Date.parse(`${localTime(new Date(moment).toISOString(), timeZone)}Z`);
  return Math.round((shown - moment) / minuteMs) * minuteMs;
}
