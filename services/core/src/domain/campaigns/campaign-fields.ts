import { Type } from 'typebox';
import { ClockTime, ClosingTime, Id, OneOf, Text, Timestamp } from '../../schema/schema.ts';
import { type EmailStatus, emailStatuses } from '../contacts/contact-values.ts';
import { unsendableStatuses } from '../contacts/email-status.ts';
import { field, namesOf } from '../fields/fields.ts';
import { type SendWindow, weekdays } from '../sending/send-window.ts';
import { campaignPauseReasons, campaignStates } from './campaign-state.ts';
import type { SequenceStep } from './sequence-step.ts';

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
  return Type.Integer({ minimum: 1, maximum, description });
}
function flag(description: string) {
  return Type.Boolean({ description });
}
const sendable = emailStatuses.filter((status) => !unsendableStatuses.includes(status));

/** Null unless set. */
const set = { settable: 'always', initial: null } as const;
const on = { settable: 'always', initial: true, isClearable: false } as const;
const off = { ...on, initial: false } as const;

/** Fields of a campaign, in display order. The actions set name and steps, which have rules of their own. */
// biome-ignore format: a table.
export const campaignFields = {
  id: field(Type.String({ description: 'cmp_….' }), { isAlways: true, isStored: false }),
  name: field(Type.String({ description: 'Name of the campaign.' }), { isAlways: true }),
  goal: field(Text(1000, 'Purpose of the campaign, in your own words.'), { ...set, returned: 'Purpose of the campaign.' }),
  state: field(OneOf(campaignStates, { description: 'State of the campaign.' }), { isAlways: true }),
  pauseReason: field(OneOf(campaignPauseReasons, { description: 'Reason for the pause.' }), { initial: null }),
  steps: field(Type.Unsafe<SequenceStep[]>({}), { isAlways: true, isStored: false, returned: 'Messages and tasks of the sequence, in order.' }),
  mailboxIds: field(Type.Array(Id('mbx', 'Mailbox.'), { maxItems: 50, description: 'Mailboxes to send from. Empty: all.' }),
    { settable: 'always', initial: [], isClearable: false, returned: 'Empty: all mailboxes of the workspace.' }),
  window: field(Type.Unsafe<SendWindow>(WindowInput), set),
  startAt: field(Timestamp('Earliest sending time.'), { ...set, isTime: true, returned: 'Earliest sending time.' }),
  endAt: field(Timestamp('Latest sending time.'), { ...set, isTime: true, returned: 'Latest sending time.' }),
  dailyCap: field(cap(10_000, 'Maximum messages per day.'), { ...set, returned: 'Maximum messages per day.' }),
  newPerDayCap: field(cap(10_000, 'Maximum first messages per day.'), { ...set, returned: 'Maximum first messages per day.' }),
  perCompanyDailyCap: field(cap(1_000, 'Maximum messages per day to one company. Null: the workspace\'s limit.'),
    { ...set, returned: 'Maximum messages per day to one company. Null: the workspace\'s limit.' }),
  sendsOnHolidays: field(flag('True: also send on public holidays of the recipient\'s country. Default: false.'),
    { ...off, returned: 'True: also sends on public holidays of the recipient\'s country.' }),
  stopOnReply: field(flag('True: a reply ends the contact\'s sequence. Default: true.'), { ...on, returned: 'True: a reply ends the contact\'s sequence.' }),
  stopCompanyOnReply: field(flag('True: one reply ends the sequences of everyone at the company. Default: false.'),
    { ...off, returned: 'True: a reply ends the sequences of everyone at the company.' }),
  onePerCompany: field(flag('True: enroll only one contact per company. Default: false.'), { ...off, returned: 'True: only one contact per company is enrolled.' }),
  allowedEmailStatuses: field(
    Type.Array(Type.Unsafe<EmailStatus>({ type: 'string', enum: sendable }), { minItems: 1, maxItems: 10, description: 'Email statuses that may be contacted. Default: only valid.' }),
    { settable: 'always', initial: ['valid'], isClearable: false }),
  unsubscribe: field(flag('Adds an unsubscribe link to the text. Default: true. The header is always included.'),
    { ...on, returned: 'True: the text has an unsubscribe link. The header is always included.' }),
  approval: field(OneOf(['launch', 'each_message'], { description: 'launch (default): launching approves all messages. each_message: every message needs approve_message.' }),
    { settable: 'always', initial: 'launch', isClearable: false, returned: 'launch: approved as a whole. each_message: a person approves each message.' }),
  launchedAt: field(Timestamp('Time of the launch.'), { isTime: true, initial: null }),
  completedAt: field(Timestamp('Time at which it ended.'), { isTime: true, initial: null }),
  createdAt: field(Timestamp('Creation time.'), { isTime: true, isAlways: true }),
  updatedAt: field(Timestamp('Time of the last change.'), { isTime: true, isAlways: true }),
  version: field(Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }), { initial: 1 }),
};

export const campaignSettings = namesOf(campaignFields, ({ settable }) => settable === 'always');
