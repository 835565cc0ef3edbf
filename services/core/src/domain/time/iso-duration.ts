const shape = /^P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10})S)?)?$/;
const unitsMs = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000];

/** Parses an ISO 8601 duration in weeks, days, hours, minutes, and seconds to milliseconds. Null for anything else. */
export function durationMs(text: string): number | null {
  const parts = shape.exec(text);
  if (parts === null || /[PT]$/.test(text)) return null;
  return unitsMs.reduce((sum, unitMs, index) => sum + Number(parts[index + 1] ?? 0) * unitMs, 0);
}
