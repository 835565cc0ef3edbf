import type { SequenceStep } from '../../domain/campaigns/sequence-step.ts';
import { claimRuleFor } from '../../domain/messages/claims/claim-policy.ts';
import { findForeignPlaceholders } from '../../domain/messages/templates/foreign-placeholders.ts';
import { findStepTexts, type NewStepText } from '../../store/campaigns/step-text-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { knownRecipients } from '../fields/claims/evidence.ts';
import { noSource, unsupportedIn } from '../fields/claims/unsupported.ts';
import { findPeople } from './campaign-people.ts';

/** Text that a caller wrote for one person. A null body removes it. */
export interface TextForOne {
  contactId: string;
  subject?: string;
  body: string | null;
}

export interface TextProblem {
  contactId: string;
  reason: string;
  message: string;
}

/** Outcome for each text. */
export interface JudgedText {
  written: NewStepText[];
  removed: string[];
  unchanged: string[];
  failed: TextProblem[];
  /** Claims of written texts that no source supports. */
  warnings: TextProblem[];
}

/** Decides what happens to each text for a step. Stores nothing. */
export async function judgeTexts(
  step: SequenceStep,
  texts: readonly TextForOne[],
  ctx: ActionContext,
): Promise<JudgedText> {
  const contactIds = texts.map(({ contactId }) => contactId);
  const people = await findPeople(ctx.workspaceId, contactIds);
  const recipients = await knownRecipients([...people.values()], ctx);
  const stored = await findStepTexts(ctx.workspaceId, step.id, contactIds);
  const isRefused = claimRuleFor(ctx.actor, ctx.workspace.settings.claimPolicy) === 'refuse';
  const judged: JudgedText = { written: [], removed: [], unchanged: [], failed: [], warnings: [] };
  for (const { contactId, subject = null, body } of texts) {
    const before = stored.get(contactId);
    const recipient = recipients.get(contactId);
    if (body === null) judged[before === undefined ? 'unchanged' : 'removed'].push(contactId);
    else if (before?.body === body && before.subject === subject) judged.unchanged.push(contactId);
    else if (recipient === undefined) {
      judged.failed.push({ contactId, reason: 'not_found', message: `There is no contact ${contactId}.` });
    } else {
      const problem = placeholderIn(`${subject ?? ''}\n${body}`);
      const text = { subject: subject ?? '', bodyText: body };
      const [claim] = problem === undefined ? unsupportedIn(text, recipient) : [];
      const found = problem ?? (claim && { reason: 'unsupported_claims', message: noSource(claim) });
      if (found !== undefined && (problem !== undefined || isRefused)) judged.failed.push({ contactId, ...found });
      else {
        judged.written.push({ contactId, subject, body });
        if (found !== undefined) judged.warnings.push({ contactId, ...found });
      }
    }
  }
  return judged;
}

/** A text for one person has the values themselves. */
function placeholderIn(text: string): Omit<TextProblem, 'contactId'> | undefined {
  const [found] = findForeignPlaceholders(text).certain;
  if (found === undefined) return undefined;
  return { reason: 'placeholder', message: `Write the value instead of the placeholder ${found}.` };
}
