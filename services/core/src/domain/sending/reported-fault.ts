import { enhancedCodeIn, type Fault, ownerOfFault } from './owner-of-fault.ts';

/** Status codes that say nothing by themselves; Microsoft wraps the answer of another server so (5.0.350). */
const vague = /\.0\.0$|\.350$/;

/** Whose fault it is that a message came back, by the status and the words of the report. */
export function reportedFault({ status, diagnostic }: { status: string | null; diagnostic: string | null }): Fault {
  const text = diagnostic ?? '';
  const code = Number(/\b[45]\d\d\b(?!\.)/.exec(text)?.[0] ?? 0);
  const isVague = status === null || vague.test(status);
  const inWords = isVague ? enhancedCodeIn(text.replaceAll(status ?? '', ' ')) : null;
  return ownerOfFault({ phase: 'report', code, text, enhanced: inWords ?? status ?? '' });
}

/** Hard: the address does not work and is written to no more. */
export function bounceTypeOf({ suppresses }: Fault): 'hard' | 'soft' {
  return suppresses ? 'hard' : 'soft';
}
