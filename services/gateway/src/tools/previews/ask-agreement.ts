import type { Preview, Weight } from '../../store/preview.ts';
import type { Answer } from '../ask-person.ts';
import { readsLikeName } from '../text/plain-text.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { agreementUrl, stillPossible } from './agreement-page.ts';

const subjectMax = 120;

/** Clients time out a call after one minute, or one minute after the last progress report. */
const progressIntervalMs = 10_000;

/** Asks the person in their client. Undefined if the client cannot ask anyone. */
export async function askAgreement(
  weight: Weight,
  previews: readonly Preview[],
  context: ToolContext,
): Promise<Answer | undefined> {
  const { person } = context;
  if (!person?.canAnswer || previews.length === 0) return undefined;
  const message = previews.map(describe).join('\n\n');
  const confirmations = previews.map(({ _id, summary }) => ({ confirmationId: _id, what: summary }));
  const question = { key: 'agree', message: `${message}\n\nShall this be done?`, about: { weight, confirmations } };
  return withProgress(context, () => person.ask(question));
}

async function withProgress<T>({ reportProgress }: ToolContext, ask: () => Promise<T>): Promise<T> {
  let count = 0;
  const report = () => void reportProgress?.(++count, undefined, 'Waiting for the user.').catch(() => undefined);
  const interval = reportProgress && setInterval(report, progressIntervalMs);
  try {
    return await ask();
  } finally {
    clearInterval(interval);
  }
}

const notAgreedReasons: Readonly<Record<Exclude<Answer, 'accept'>, { status: string; reason: string }>> = {
  decline: { status: 'declined', reason: 'The client returned the answer no. Nothing was done.' },
  cancel: { status: 'not_answered', reason: 'The user did not answer. Nothing was done; it can be confirmed again.' },
  failed: {
    status: 'not_asked',
    reason: 'The client could not show the question, so no one was asked. Nothing was done.',
  },
};

/** Several clients return an answer without showing anything, so the result names a page where a person can agree. */
export function notAgreed(
  answer: Exclude<Answer, 'accept'>,
  previews: readonly Preview[],
  baseUrl: string,
): ToolResult {
  const { status, reason } = notAgreedReasons[answer];
  const [first] = previews;
  const summary = first ? `${reason} ${stillPossible(baseUrl, first)}` : reason;
  const structured = {
    status,
    summary,
    confirmationIds: previews.map(({ _id }) => _id),
    ...(first && { agreeUrl: agreementUrl(baseUrl, first), expiresAt: first.expiresAt.toISOString() }),
  };
  return { text: summary, structured };
}

/** Lists the key facts of a preview, one per line. */
function describe({ summary, facts = {}, cost }: Preview): string {
  const { recipients, subject, count, manifest } = facts;
  const lines = [
    summary,
    recipients !== undefined && recipients > 0 && `Recipients: ${recipients}`,
    subject !== undefined && manifest === undefined && `Subject: ${subject}`,
    count !== undefined && `Records: ${count}`,
    cost && `Cost: ${cost.credits} ${cost.credits === 1 ? 'credit' : 'credits'}`,
    cost && `Balance: ${cost.balance} now, ${cost.balance - cost.credits} after`,
    manifest,
  ];
  return lines.filter(Boolean).join('\n');
}

/** Subject of the message to be sent. Undefined if there is none or a stranger wrote it. */
export function subjectIn(sample: unknown): string | undefined {
  const [first] = [sample].flat() as { subject?: unknown }[];
  const subject = first?.subject;
  if (typeof subject !== 'string' || subject.length > subjectMax) return undefined;
  return readsLikeName(subject.replace(/[?:]/g, '')) && !/^(re|aw|fwd?):/i.test(subject) ? subject : undefined;
}
