import { contactLabel } from '../../domain/contacts/contact.ts';
import { isInventedPerson } from '../../domain/contacts/invented-person.ts';
import { isUnreadable } from '../../domain/mailboxes/reading.ts';
import { counted } from '../../domain/text/counted.ts';
import { takeSlices } from '../../process/give-way.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import type { EnrollmentRecord } from '../../store/campaigns/enrollment-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { PlannedEffect } from '../context/plan.ts';
import { knownRecipients } from '../fields/claims/evidence.ts';
import { claimInWords, unsupportedIn } from '../fields/claims/unsupported.ts';
import { inventedRuleOf } from '../workspaces/invented-people.ts';
import type { CampaignMailbox } from './campaign-mailboxes.ts';
import { mailboxFor, type Person } from './campaign-people.ts';
import { previewSequence, sequenceTexts } from './preview-messages.ts';

type Preview = ReturnType<typeof previewSequence>[number];

interface LaunchFacts {
  campaign: CampaignRecord;
  /** Enrollments that the plan lists individually. */
  pending: EnrollmentRecord[];
  people: ReadonlyMap<string, Person>;
  mailboxes: CampaignMailbox[];
  /** Number of people that the launch reaches. */
  count: number;
}

export interface PlannedRecipients {
  effects: PlannedEffect[];
  skipped: { id: string; label: string; reason: string }[];
  /** First message to the first person. */
  sample: Preview | undefined;
  /**
   * Problems of the texts, each with the number of people affected. Autopilot launches only if there are no problems.
   */
  concerns: string[];
  /** Recipients whose mailbox is not read, so that they get no follow-ups. */
  withoutFollowUps: number;
}

/**
 * Recipients of the first message of a launch, and skipped people with the reason. As in queueing, an error in the
 * first message skips the person. Warnings, and problems of later steps, are counted.
 */
export async function planRecipients(facts: LaunchFacts, ctx: ActionContext): Promise<PlannedRecipients> {
  const { campaign, pending, people, mailboxes, count } = facts;
  const planned: PlannedRecipients = { effects: [], skipped: [], sample: undefined, concerns: [], withoutFollowUps: 0 };
  const counts = new Map<string, number>();
  const inventedRule = await inventedRuleOf(ctx.workspaceId, ctx.config);
  const giveWay = takeSlices();
  for (const { contactId } of pending) {
    await giveWay();
    const person = people.get(contactId);
    if (person === undefined) {
      planned.skipped.push({ id: contactId, label: contactId, reason: 'contact_gone' });
      continue;
    }
    if (inventedRule === 'skip' && isInventedPerson(person.contact)) {
      planned.skipped.push({ id: contactId, label: contactLabel(person.contact), reason: 'invented_person' });
      continue;
    }
    const mailbox = mailboxFor(mailboxes, contactId);
    const sequence = previewSequence(campaign, person, mailbox, ctx);
    noteRecipient(planned, person, sequence);
    if (isUnreadable(mailbox)) planned.withoutFollowUps += 1;
    for (const concern of concernsOf(sequence)) counts.set(concern, (counts.get(concern) ?? 0) + 1);
  }
  planned.concerns = [
    ...(await claimConcerns(facts, ctx)),
    ...(count > pending.length ? [`${count - pending.length} recipients were not checked.`] : []),
    ...[...counts].map(([concern, number]) => `${number} of ${counted(pending.length, 'recipient')}: ${concern}`),
  ];
  return planned;
}

/** Recipients whose texts are compared with what is known about them. */
const claimsCheckedMax = 100;

/** Claims about recipients that no source supports, each with the number of people who would read it. */
async function claimConcerns(
  { campaign, pending, people, mailboxes }: LaunchFacts,
  ctx: ActionContext,
): Promise<string[]> {
  const checked = pending.slice(0, claimsCheckedMax).flatMap(({ contactId }) => people.get(contactId) ?? []);
  const recipients = await knownRecipients(checked, ctx);
  const counts = new Map<string, number>();
  const giveWay = takeSlices();
  for (const person of checked) {
    await giveWay();
    const texts = sequenceTexts(campaign, person, mailboxFor(mailboxes, person.contact.id), ctx);
    const claims = texts.flatMap(({ text }) =>
      unsupportedIn(text, recipients.get(person.contact.id)!).map(claimInWords),
    );
    for (const claim of new Set(claims)) counts.set(claim, (counts.get(claim) ?? 0) + 1);
  }
  const scope = pending.length > checked.length ? `the first ${checked.length}` : counted(checked.length, 'recipient');
  return [...counts].map(([claim, number]) => `${number} of ${scope}: no source supports ${claim}.`);
}

function noteRecipient(planned: PlannedRecipients, { contact }: Person, sequence: Preview[]): void {
  const [message] = sequence;
  const label = contactLabel(contact);
  const error = message?.stepIndex === 0 ? message.problems.find(({ severity }) => severity === 'error') : undefined;
  if (error) {
    planned.skipped.push({ id: contact.id, label, reason: `unresolved_placeholders: ${error.message}` });
    return;
  }
  planned.sample ??= message;
  planned.effects.push({ op: 'send', type: 'message', id: contact.id, label: `${label} <${message?.to ?? ''}>` });
}

function concernsOf(sequence: Preview[]): Set<string> {
  return new Set(
    sequence.flatMap(({ stepIndex, problems }) =>
      problems.map(({ message }) => (stepIndex === 0 ? message : `Step ${stepIndex + 1}: ${message}`)),
    ),
  );
}
