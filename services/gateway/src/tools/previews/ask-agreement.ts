import type { Preview } from '../../store/preview-store.ts';
import type { Answer } from '../ask-person.ts';
import { readsLikeName } from '../text/plain-text.ts';
import type { ToolContext, ToolResult } from '../tool.ts';

const subjectMax = 120;

/** Asks the person in their client, where it can; undefined when nobody can be asked. */
export async function askAgreement(previews: readonly Preview[], { person }: ToolContext): Promise<Answer | undefined> {
  if (!person?.canAnswer || previews.length === 0) return undefined;
  const message = previews.map(describe).join('\n\n');
  return person.ask({ key: 'agree', message: `${message}\n\nShall this be done?` });
}

export function notAgreed(answer: Answer, previews: readonly Preview[]): ToolResult {
  const summary =
    answer === 'decline'
      ? 'The user declined. Nothing was done.'
      : 'The user did not answer. Nothing was done; it can be confirmed again.';
  const structured = {
    status: answer === 'decline' ? 'declined' : 'not_answered',
    summary,
    confirmationIds: previews.map(({ _id }) => _id),
  };
  return { text: summary, structured };
}

/** What matters of a preview, each on a line of its own. */
function describe({ summary, facts = {}, cost }: Preview): string {
  const { recipients, subject, count } = facts;
  const lines = [
    summary,
    recipients !== undefined && recipients > 0 && `Recipients: ${recipients}`,
    subject !== undefined && `Subject: ${subject}`,
    count !== undefined && `Records: ${count}`,
    cost && `Cost: ${cost.credits} ${cost.credits === 1 ? 'credit' : 'credits'}`,
    cost && `Balance: ${cost.balance} now, ${cost.balance - cost.credits} after`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** The subject that would be sent, when there is one and it is no stranger's. */
export function subjectIn(sample: unknown): string | undefined {
  const [first] = [sample].flat() as { subject?: unknown }[];
  const subject = first?.subject;
  if (typeof subject !== 'string' || subject.length > subjectMax) return undefined;
  return readsLikeName(subject.replace(/[?:]/g, '')) && !/^(re|aw|fwd?):/i.test(subject) ? subject : undefined;
}
