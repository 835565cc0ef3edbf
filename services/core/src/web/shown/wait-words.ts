import type { Wait } from '../../domain/campaigns/sequence-step.ts';
import { counted } from '../../domain/text/counted.ts';

/** "3 days, 2 hours". Empty: no wait. */
export function waitInWords({ waitDays = 0, waitHours = 0, waitMinutes = 0 }: Wait): string {
  const parts = [
    [waitDays, 'day'],
    [waitHours, 'hour'],
    [waitMinutes, 'minute'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => counted(count, noun))
    .join(', ');
}
