import { enhancedCodeIn, type Fault, ownerOfFault } from './owner-of-fault.ts';

/** Status codes without a specific meaning. Microsoft wraps another server's response this way (5.0.350). */
const vague = /\.0\.0$|\.350$/;

interface ReportedStatus {
  status: string | null;
  diagnostic: string | null;
}

/** True if a report gives no reason for the failure. */
export function isWithoutReason({ status, diagnostic }: ReportedStatus): boolean {
  return diagnostic === null && (status === null || vague.test(status));
}

/** Owner of the fault behind a bounce, from the status and text of the report. */
export function reportedFault({ status, diagnostic }: ReportedStatus): Fault {
  const text = diagnostic ?? '';
  const code = Number(/\b[45]\d\d\b(?!\.)/.exec(text)?.[0] ?? 0);
  const isVague = status === null || vague.test(status);
  const inWords = isVague ? enhancedCodeIn(status === null ? text : text.replaceAll(status, ' ')) : null;
  return ownerOfFault({ phase: 'report', code, text, enhanced: inWords ?? status ?? '' });
}

/** Hard: the address does not work and must not be emailed again. */
export function bounceTypeOf({ suppresses }: Fault): 'hard' | 'soft' {
  return suppresses ? 'hard' : 'soft';
}
