import type { components } from '@outbound/contract/openapi';
import { withoutHidden } from '../text/clean-text.ts';
import { countTokens } from '../text/result-size.ts';

/** Longest text of a question, in tokens. Beyond it, the question shows counts, and a page shows the texts. */
const questionTokensMax = 8_000;

/** A group of recipients, as the core's plan shows it. */
export type PlanGroup = Omit<components['schemas']['ManifestGroup'], 'id' | 'sampleContactIds'>;

export interface ManifestText {
  text: string;
  /** True if the texts are omitted, so that only the page can show them. */
  isCut: boolean;
}

/** Everything that would be sent, for the question to the person. */
export function manifestText(groups: readonly PlanGroup[], baseUrl: string): ManifestText {
  const whole = groups.map(wholeGroup).join('\n\n');
  if (whole.length <= questionTokensMax || countTokens(whole) <= questionTokensMax)
    return { text: whole, isCut: false };
  const counts = groups.map((group, index) => {
    const { recipientCount, sender, steps } = group;
    const branch = steps.find((step) => step.branch !== '')?.branch;
    const which = branch === undefined ? '' : `, ${clean(branch)}`;
    return `Group ${index + 1}: ${people(recipientCount)}, ${steps.length} texts, from ${clean(sender)}${which}${withComma(unsupported(group))}`;
  });
  const truncated =
    'This is truncated: the texts are too long for this question. If you agree, nothing is sent yet. The page shows ' +
    `all texts, and a member approves them there: ${baseUrl}/app/approvals`;
  return { text: [...counts, truncated].join('\n'), isCut: true };
}

function wholeGroup(group: PlanGroup, index: number): string {
  const { recipientCount, sender, replyTo, times, signature, footer, notice, attachments, mayVary, steps } = group;
  const files = attachments.map(({ fileName, sha256 }) => `${clean(fileName)} (SHA-256 ${sha256})`);
  const lines = [
    `Group ${index + 1}: ${people(recipientCount)}`,
    unsupported(group),
    `From: ${clean(sender)}`,
    replyTo && `Reply-To: ${clean(replyTo)}`,
    times.earliestAt && `First message: ${times.earliestAt} at the earliest`,
    times.waits.length > 1 && `Waits in minutes: ${times.waits.map(({ waitMinutes }) => waitMinutes).join(', ')}`,
    files.length > 0 && `Attachments: ${files.join(', ')}`,
    mayVary.length > 0 && `May vary: ${mayVary.join(', ')}`,
    ...steps.map(wholeText),
    notice && `Notice in the first message: ${clean(notice)}`,
    signature && `Signature:\n${clean(signature)}`,
    footer && `Footer:\n${clean(footer)}`,
  ];
  return lines.filter(Boolean).join('\n');
}

function wholeText({ variantId, branch, subject, body, isWrittenPerPerson }: PlanGroup['steps'][number]): string {
  const facts = [
    variantId && `variant ${variantId}`,
    branch && `if ${clean(branch)}`,
    isWrittenPerPerson && 'a sample',
  ];
  const named = facts.filter(Boolean).join(', ');
  return `--- Text${named && ` (${named})`}\n${subject && `Subject: ${clean(subject)}\n`}${clean(body)}`;
}

/** Named in every form of the question, because a person should look at these texts first. */
function unsupported({ unsupportedCount }: PlanGroup): string {
  return unsupportedCount === 0 ? '' : `claims with no source for ${people(unsupportedCount)}`;
}

function withComma(text: string): string {
  return text === '' ? '' : `, ${text}`;
}

function people(count: number): string {
  return `${count} ${count === 1 ? 'person' : 'people'}`;
}

/** Characters that a dialog does not show must not hide a text. */
function clean(text: string): string {
  return withoutHidden(text);
}
