import { type Static, Type } from 'typebox';
import { campaignPauseReasons, campaignStates } from '../../domain/campaigns/campaign-state.ts';
import { fromMinutes, type SequenceStep, stepKinds, stepThreads } from '../../domain/campaigns/sequence-step.ts';
import { emailStatuses } from '../../domain/contacts/contact.ts';
import { weekdays } from '../../domain/sending/send-window.ts';
import { stepTaskTypes } from '../../domain/tasks/task-state.ts';
import { BodyFormatView } from '../../engine/messages/body-format-schema.ts';
import { AttachmentsView } from '../../engine/messages/file-view.ts';
import { Described, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import { ConditionSchema } from './step-condition-schema.ts';

function time(description: string) {
  return Nullable(Timestamp(description));
}
function count(description: string) {
  return Nullable(Type.Integer({ description }));
}

export const StepView = Named(
  'CampaignStep',
  Type.Object({
    id: Type.String({ description: 'stp_….' }),
    kind: OneOf(stepKinds, { description: 'A message, or a task for a person.' }),
    waitDays: Type.Integer({ description: 'Wait after the message before; days, hours and minutes add up.' }),
    waitHours: Type.Integer({ description: 'Hours to wait, added to the days.' }),
    waitMinutes: Type.Integer({ description: 'Minutes to wait, added to the hours.' }),
    thread: OneOf(stepThreads, { description: 'A message of its own, or in the thread of the one before.' }),
    subject: Type.String({ description: 'LiquidJS. Empty in a reply: "Re: " and the subject of the thread.' }),
    body: Type.String({ description: 'LiquidJS; signature and footer are added when it is sent.' }),
    bodyFormat: BodyFormatView,
    attachments: AttachmentsView,
    variants: Type.Array(
      Type.Object({
        id: Type.String({ description: 'B, C, …; the texts of the step itself are A.' }),
        subject: Nullable(Type.String({ description: 'Null: that of the step.' })),
        body: Type.String({ description: 'Text of the variant.' }),
        weight: Type.Integer({ description: 'Its share of the contacts.' }),
      }),
      { description: 'Other texts to compare with (A/B).' },
    ),
    weight: Type.Integer({ description: 'Share of the contacts that get the texts of the step itself.' }),
    keepsWinner: Type.Boolean({ description: 'Who has not been written to gets the variant that wins by replies.' }),
    winnerId: Nullable(Type.String({ description: 'The variant that has won and is kept.' })),
    condition: Nullable(ConditionSchema),
    taskType: Nullable(OneOf(stepTaskTypes, { description: 'What a person does; null: a message.' })),
    ownerId: Nullable(Type.String({ description: 'Who does the task; null: who launched the campaign.' })),
  }),
);

export const WindowView = Named(
  'SendingWindow',
  Type.Object({
    days: Type.Array(OneOf(weekdays), { description: 'Days on which messages may be sent.' }),
    from: Type.String({ description: 'HH:MM' }),
    to: Type.String({ description: 'HH:MM' }),
    timeZone: Type.String({ description: 'recipient, or an IANA name.' }),
  }),
);

export const CampaignView = Named(
  'Campaign',
  Type.Object({
    id: Type.String({ description: 'cmp_….' }),
    name: Type.String({ description: 'Name of the campaign.' }),
    goal: Nullable(Type.String({ description: 'What it is to achieve.' })),
    state: OneOf(campaignStates, { description: 'Where it stands.' }),
    pauseReason: Nullable(OneOf(campaignPauseReasons, { description: 'Why it is paused.' })),
    steps: Type.Array(StepView, { description: 'The messages and tasks of the sequence, in order.' }),
    mailboxIds: Type.Array(Type.String(), { description: 'Empty: all mailboxes of the workspace.' }),
    window: Nullable(Described(WindowView, 'When it may send; null: the window of the workspace.')),
    startAt: time('Not before this time.'),
    endAt: time('Not after this time.'),
    dailyCap: count('Messages a day.'),
    newPerDayCap: count('First messages a day.'),
    perCompanyDailyCap: count('Messages a day to one company; null: that of the workspace.'),
    sendsOnHolidays: Type.Boolean({ description: 'Also on public holidays of the recipient’s country.' }),
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
  }),
);

function toStepView(step: SequenceStep): Static<typeof StepView> {
  const { id, kind, waitMinutes, thread, subject, body, variants, weight, keepsWinner, winnerId } = step;
  return {
    id,
    kind: kind ?? 'email',
    ...fromMinutes(waitMinutes),
    thread,
    subject,
    body,
    bodyFormat: step.bodyFormat ?? 'text',
    attachments: step.attachments ?? [],
    variants: variants.map((variant) => ({
      id: variant.id,
      subject: variant.subject,
      body: variant.body,
      weight: variant.weight ?? 1,
    })),
    weight: weight ?? 1,
    keepsWinner: keepsWinner ?? false,
    winnerId: winnerId ?? null,
    condition: step.condition ?? null,
    taskType: step.task?.type ?? null,
    ownerId: step.task?.ownerId ?? null,
  };
}

export function toCampaignView(campaign: CampaignRecord): Static<typeof CampaignView> {
  return {
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
    sendsOnHolidays: campaign.sendsOnHolidays ?? false,
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
  };
}
