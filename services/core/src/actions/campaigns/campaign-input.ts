import { type Static, Type } from 'typebox';
import { type EmailStatus, emailStatuses } from '../../domain/contacts/contact.ts';
import { unsendableStatuses } from '../../domain/contacts/email-status.ts';
import { isTimeZone, opensBeforeItCloses, type SendWindow, weekdays } from '../../domain/sending/send-window.ts';
import { given } from '../../domain/values/given.ts';
import { checkAttachments } from '../../engine/messages/attached-files.ts';
import { AppError } from '../../errors/errors.ts';
import { ClockTime, ClosingTime, Id, Nullable, OneOf, Text, Timestamp } from '../../schema/schema.ts';
import { listMailboxes } from '../../store/mailboxes/mailbox-store.ts';
import { requireOwner } from '../members/require-owner.ts';
import type { StepDraft } from './step-input.ts';

const WindowInput = Type.Object(
  {
    days: Type.Array(OneOf(weekdays), { minItems: 1, maxItems: 7, description: 'Days on which messages are sent.' }),
    from: ClockTime('Start, HH:MM.'),
    to: ClosingTime('End (exclusive), HH:MM. 24:00 (or 00:00) is the end of the day.'),
    timeZone: Type.String({
      maxLength: 60,
      description: '"recipient" for each contact\'s time zone, or an IANA name.',
    }),
  },
  { additionalProperties: false, description: "Sending window. Null: the workspace's default." },
);

function cap(maximum: number, description: string) {
  return Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum, description })));
}
function flag(description: string) {
  return Type.Optional(Type.Boolean({ description }));
}
const sendable = emailStatuses.filter((status) => !unsendableStatuses.includes(status));

/** Editable campaign fields other than name and steps. */
export const campaignProperties = {
  goal: Type.Optional(Nullable(Text(1000, 'Purpose of the campaign, in your own words.'))),
  mailboxIds: Type.Optional(
    Type.Array(Id('mbx', 'Mailbox.'), { maxItems: 50, description: 'Mailboxes to send from. Empty: all.' }),
  ),
  window: Type.Optional(Nullable(WindowInput)),
  startAt: Type.Optional(Nullable(Timestamp('Earliest sending time.'))),
  endAt: Type.Optional(Nullable(Timestamp('Latest sending time.'))),
  dailyCap: cap(10_000, 'Maximum messages per day.'),
  newPerDayCap: cap(10_000, 'Maximum first messages per day.'),
  perCompanyDailyCap: cap(1_000, "Maximum messages per day to one company. Null: the workspace's limit."),
  sendsOnHolidays: flag("True: also send on public holidays of the recipient's country. Default: false."),
  stopOnReply: flag("True: a reply ends the contact's sequence. Default: true."),
  stopCompanyOnReply: flag('True: one reply ends the sequences of everyone at the company. Default: false.'),
  onePerCompany: flag('True: enroll only one contact per company. Default: false.'),
  allowedEmailStatuses: Type.Optional(
    Type.Array(Type.Unsafe<EmailStatus>({ type: 'string', enum: sendable }), {
      minItems: 1,
      maxItems: 10,
      description: 'Email statuses that may be contacted. Default: only valid.',
    }),
  ),
  unsubscribe: flag('Adds an unsubscribe link to the text. Default: true. The header is always included.'),
  approval: Type.Optional(
    OneOf(['launch', 'each_message'], {
      description:
        'launch (default): launching approves all messages. each_message: every message needs approve_message.',
    }),
  ),
};

const Properties = Type.Object(campaignProperties);

/** Converts the given fields to their stored form. */
export function toCampaignFacts(input: Static<typeof Properties>) {
  const { startAt, endAt, allowedEmailStatuses, window } = input;
  checkWindow(window ?? null);
  const facts = {
    goal: input.goal,
    mailboxIds: input.mailboxIds && [...new Set(input.mailboxIds)],
    window: window as SendWindow | null | undefined,
    startAt: toDate(startAt),
    endAt: toDate(endAt),
    dailyCap: input.dailyCap,
    newPerDayCap: input.newPerDayCap,
    perCompanyDailyCap: input.perCompanyDailyCap,
    sendsOnHolidays: input.sendsOnHolidays,
    stopOnReply: input.stopOnReply,
    stopCompanyOnReply: input.stopCompanyOnReply,
    onePerCompany: input.onePerCompany,
    allowedEmailStatuses: allowedEmailStatuses && [...new Set(allowedEmailStatuses)],
    unsubscribe: input.unsubscribe,
    approval: input.approval,
  };
  return given(facts) as Partial<Required<{ [K in keyof typeof facts]: Exclude<(typeof facts)[K], undefined> }>>;
}

function toDate(text: string | null | undefined): Date | null | undefined {
  return text === null || text === undefined ? text : new Date(text);
}

function checkWindow(window: Static<typeof WindowInput> | null): void {
  if (window === null) return;
  if (window.timeZone !== 'recipient' && !isTimeZone(window.timeZone)) {
    throw new AppError('validation_failed', `window.timeZone: unknown time zone ${window.timeZone}.`, {
      field: 'window.timeZone',
    });
  }
  if (!opensBeforeItCloses(window)) {
    throw new AppError('validation_failed', 'window.to must be later than window.from.', { field: 'window.to' });
  }
}

/** Requires the start to precede the end, and all mailboxes to exist. */
export async function checkCampaign(
  workspaceId: string,
  campaign: { startAt?: Date | null; endAt?: Date | null; mailboxIds?: string[]; steps?: StepDraft[] },
): Promise<void> {
  const { startAt, endAt, mailboxIds = [], steps = [] } = campaign;
  for (const [index, { task, attachments }] of steps.entries()) {
    await checkAttachments(workspaceId, attachments, `steps.${index}.attachments`);
    if (task?.ownerId) await requireOwner(workspaceId, task.ownerId, `steps.${index}.ownerId`);
  }
  if (startAt && endAt && startAt >= endAt) {
    throw new AppError('validation_failed', 'endAt must be later than startAt.', { field: 'endAt' });
  }
  if (mailboxIds.length === 0) return;
  const found = await listMailboxes(workspaceId, mailboxIds);
  const missing = mailboxIds.find((mailboxId) => !found.some(({ id }) => id === mailboxId));
  if (missing === undefined) return;
  throw new AppError('validation_failed', `There is no mailbox ${missing} in this workspace.`, { field: 'mailboxIds' });
}
