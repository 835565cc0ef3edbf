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
    days: Type.Array(OneOf(weekdays), { minItems: 1, maxItems: 7, description: 'Days on which messages go out.' }),
    from: ClockTime('From this time, HH:MM.'),
    to: ClosingTime('Until before this time, HH:MM; 24:00 (or 00:00) is the end of the day.'),
    timeZone: Type.String({ maxLength: 60, description: '"recipient" for the zone of each contact, or an IANA name.' }),
  },
  { additionalProperties: false, description: 'When messages go out; null: the default of the workspace.' },
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
  goal: field(Text(1000, 'What it is for, in your own words.'), { ...set, returned: 'What it is to achieve.' }),
  state: field(OneOf(campaignStates, { description: 'Where it stands.' }), { isAlways: true }),
  pauseReason: field(OneOf(campaignPauseReasons, { description: 'Why it is paused.' }), { initial: null }),
  steps: field(Type.Unsafe<SequenceStep[]>({}), { isAlways: true, isStored: false, returned: 'The messages and tasks of the sequence, in order.' }),
  mailboxIds: field(Type.Array(Id('mbx', 'Mailbox.'), { maxItems: 50, description: 'Mailboxes to send from; empty: all.' }),
    { settable: 'always', initial: [], isClearable: false, returned: 'Empty: all mailboxes of the workspace.' }),
  window: field(Type.Unsafe<SendWindow>(WindowInput), set),
  startAt: field(Timestamp('Nothing goes out before this time.'), { ...set, isTime: true, returned: 'Not before this time.' }),
  endAt: field(Timestamp('Nothing goes out after this time.'), { ...set, isTime: true, returned: 'Not after this time.' }),
  dailyCap: field(cap(10_000, 'Messages a day, at most.'), { ...set, returned: 'Messages a day.' }),
  newPerDayCap: field(cap(10_000, 'First messages a day, at most.'), { ...set, returned: 'First messages a day.' }),
  perCompanyDailyCap: field(cap(1_000, 'Messages a day to one company, at most; null: that of the workspace.'),
    { ...set, returned: 'Messages a day to one company; null: that of the workspace.' }),
  sendsOnHolidays: field(flag('Send on public holidays of the recipient’s country as well (default false).'),
    { ...off, returned: 'Also on public holidays of the recipient’s country.' }),
  stopOnReply: field(flag('Stop a contact’s sequence when they answer (default true).'), { ...on, returned: 'True: an answer ends the sequence of this person.' }),
  stopCompanyOnReply: field(flag('Stop for everyone of the company when one answers (default false).'),
    { ...off, returned: 'True: an answer ends the sequences of the whole company.' }),
  onePerCompany: field(flag('Enroll one person of each company only (default false).'), { ...off, returned: 'True: one contact per company is enrolled.' }),
  allowedEmailStatuses: field(
    Type.Array(Type.Unsafe<EmailStatus>({ type: 'string', enum: sendable }), { minItems: 1, maxItems: 10, description: 'Which addresses may be written to; default valid only.' }),
    { settable: 'always', initial: ['valid'], isClearable: false }),
  unsubscribe: field(flag('Unsubscribe link in the text (default true); the header is always there.'),
    { ...on, returned: 'Whether the text carries an unsubscribe link; the header always does.' }),
  approval: field(OneOf(['launch', 'each_message'], { description: 'launch (default): launching approves all messages; each_message: each waits for approve_message.' }),
    { settable: 'always', initial: 'launch', isClearable: false, returned: 'launch: approved as a whole; each_message: a person approves each message.' }),
  launchedAt: field(Timestamp('When it was launched.'), { isTime: true, initial: null }),
  completedAt: field(Timestamp('When it ended.'), { isTime: true, initial: null }),
  createdAt: field(Timestamp('When it was made.'), { isTime: true, isAlways: true }),
  updatedAt: field(Timestamp('When it was last changed.'), { isTime: true, isAlways: true }),
  version: field(Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }), { initial: 1 }),
};

export const campaignSettings = namesOf(campaignFields, ({ settable }) => settable === 'always');
