import { type Static, Type } from 'typebox';
import { campaignPauseReasons, campaignStates } from '../../domain/campaigns/campaign-state.ts';
import { fromMinutes, type SequenceStep, stepThreads } from '../../domain/campaigns/sequence-step.ts';
import { emailStatuses } from '../../domain/crm/contact.ts';
import { weekdays } from '../../domain/mail/send-window.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import { Described, Nullable, OneOf, Timestamp } from '../schema.ts';

const time = (description: string) => Nullable(Timestamp(description));
const count = (description: string) => Nullable(Type.Integer({ description }));

export const StepView = Type.Object({
  id: Type.String({ description: 'stp_….' }),
  waitDays: Type.Integer({ description: 'Wait after the message before; days, hours and minutes add up.' }),
  waitHours: Type.Integer({ description: 'Hours to wait, added to the days.' }),
  waitMinutes: Type.Integer({ description: 'Minutes to wait, added to the hours.' }),
  thread: OneOf(stepThreads, { description: 'A message of its own, or in the thread of the one before.' }),
  subject: Type.String({ description: 'LiquidJS. Empty in a reply: "Re: " and the subject of the thread.' }),
  body: Type.String({ description: 'LiquidJS; signature and footer are added when it is sent.' }),
  variants: Type.Array(
    Type.Object({
      id: Type.String({ description: 'B, C, …; the texts of the step itself are A.' }),
      subject: Nullable(Type.String({ description: 'Null: that of the step.' })),
      body: Type.String({ description: 'Text of the variant.' }),
    }),
    { description: 'Other texts to compare with (A/B).' },
  ),
});

export const WindowView = Type.Object({
  days: Type.Array(OneOf(weekdays), { description: 'Days on which messages may be sent.' }),
  from: Type.String({ description: 'HH:MM' }),
  to: Type.String({ description: 'HH:MM' }),
  timeZone: Type.String({ description: 'recipient, or an IANA name.' }),
});

export const CampaignView = Type.Object({
  id: Type.String({ description: 'cmp_….' }),
  name: Type.String({ description: 'Name of the campaign.' }),
  goal: Nullable(Type.String({ description: 'What it is to achieve.' })),
  state: OneOf(campaignStates, { description: 'Where it stands.' }),
  pauseReason: Nullable(OneOf(campaignPauseReasons, { description: 'Why it is paused.' })),
  steps: Type.Array(StepView, { description: 'The messages of the sequence, in order.' }),
  mailboxIds: Type.Array(Type.String(), { description: 'Empty: all mailboxes of the workspace.' }),
  window: Nullable(Described(WindowView, 'When it may send; null: the window of the workspace.')),
  startAt: time('Not before this time.'),
  endAt: time('Not after this time.'),
  dailyCap: count('Messages a day.'),
  newPerDayCap: count('First messages a day.'),
  perCompanyDailyCap: count('Messages a day to one company; null: that of the workspace.'),
  stopOnReply: Type.Boolean({ description: 'True: an answer ends the sequence of this person.' }),
  stopCompanyOnReply: Type.Boolean({ description: 'True: an answer ends the sequences of the whole company.' }),
  onePerCompany: Type.Boolean({ description: 'True: one contact per company is enrolled.' }),
  allowedEmailStatuses: Type.Array(OneOf(emailStatuses), {
    description: 'Addresses with these statuses are written to.',
  }),
  unsubscribe: Type.Boolean({ description: 'Whether the text carries an unsubscribe link; the header always does.' }),
  approval: OneOf(['launch', 'each_message'], {
    description: 'launch: approved as a whole; each_message: a person approves each message.',
  }),
  launchedAt: time('When it was launched.'),
  completedAt: time('When it ended.'),
  createdAt: Timestamp('When it was made.'),
  updatedAt: Timestamp('When it was last changed.'),
  version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
});

const toStepView = ({ id, waitMinutes, thread, subject, body, variants }: SequenceStep): Static<typeof StepView> => ({
  id,
  ...fromMinutes(waitMinutes),
  thread,
  subject,
  body,
  variants: variants.map((variant) => ({ id: variant.id, subject: variant.subject, body: variant.body })),
});

export const toCampaignView = (campaign: CampaignRecord): Static<typeof CampaignView> => ({
  id: campaign.id,
  name: campaign.name,
  goal: campaign.goal,
  state: campaign.state,
  pauseReason: campaign.pauseReason,
  steps: campaign.steps.map(toStepView),
  mailboxIds: campaign.mailboxIds,
  window: campaign.window as Static<typeof WindowView> | null,
  startAt: campaign.startAt?.toISOString() ?? null,
  endAt: campaign.endAt?.toISOString() ?? null,
  dailyCap: campaign.dailyCap,
  newPerDayCap: campaign.newPerDayCap,
  perCompanyDailyCap: campaign.perCompanyDailyCap,
  stopOnReply: campaign.stopOnReply,
  stopCompanyOnReply: campaign.stopCompanyOnReply,
  onePerCompany: campaign.onePerCompany,
  allowedEmailStatuses: campaign.allowedEmailStatuses,
  unsubscribe: campaign.unsubscribe,
  approval: campaign.approval,
  launchedAt: campaign.launchedAt?.toISOString() ?? null,
  completedAt: campaign.completedAt?.toISOString() ?? null,
  createdAt: campaign.createdAt.toISOString(),
  updatedAt: campaign.updatedAt.toISOString(),
  version: campaign.version,
});
