import { type Static, Type } from 'typebox';
import { campaignPauseReasons, campaignStates } from '../../domain/campaigns/campaign-state.ts';
import { fromMinutes, type SequenceStep, stepKinds, stepThreads } from '../../domain/campaigns/sequence-step.ts';
import { emailStatuses } from '../../domain/contacts/contact.ts';
import { weekdays } from '../../domain/sending/send-window.ts';
import { taskTypes } from '../../domain/tasks/task-state.ts';
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
    kind: OneOf(stepKinds, { description: 'An email, or a task for a person.' }),
    waitDays: Type.Integer({ description: 'Days to wait after the previous step, added to the hours and minutes.' }),
    waitHours: Type.Integer({ description: 'Hours to wait, added to the days.' }),
    waitMinutes: Type.Integer({ description: 'Minutes to wait, added to the hours.' }),
    thread: OneOf(stepThreads, { description: 'new: a new thread. reply: in the thread of the previous message.' }),
    subject: Type.String({ description: 'LiquidJS template. Empty in a reply: "Re: " and the subject of the thread.' }),
    body: Type.String({ description: 'LiquidJS template. The signature and footer are added when it is sent.' }),
    bodyFormat: BodyFormatView,
    attachments: AttachmentsView,
    variants: Type.Array(
      Type.Object({
        id: Type.String({ description: "B, C, …. The step's own text is variant A." }),
        subject: Nullable(Type.String({ description: "Null: the step's subject." })),
        body: Type.String({ description: 'Text of the variant.' }),
        weight: Type.Integer({ description: 'Share of the contacts that get it.' }),
      }),
      { description: 'Alternative texts for an A/B test.' },
    ),
    weight: Type.Integer({ description: "Share of the contacts that get the step's own text." }),
    keepsWinner: Type.Boolean({
      description: 'True: once a variant wins by replies, contacts who were not emailed yet get it.',
    }),
    winnerId: Nullable(Type.String({ description: 'Winning variant, if there is one.' })),
    condition: Nullable(ConditionSchema),
    taskType: Nullable(OneOf(taskTypes, { description: 'Type of the task. Null: an email.' })),
    ownerId: Nullable(Type.String({ description: 'Assignee. Null: the person who launched the campaign.' })),
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
    goal: Nullable(Type.String({ description: 'Purpose of the campaign.' })),
    state: OneOf(campaignStates, { description: 'State of the campaign.' }),
    pauseReason: Nullable(OneOf(campaignPauseReasons, { description: 'Reason for the pause.' })),
    steps: Type.Array(StepView, { description: 'Messages and tasks of the sequence, in order.' }),
    mailboxIds: Type.Array(Type.String(), { description: 'Empty: all mailboxes of the workspace.' }),
    window: Nullable(Described(WindowView, "Sending window. Null: the workspace's default.")),
    startAt: time('Earliest sending time.'),
    endAt: time('Latest sending time.'),
    dailyCap: count('Maximum messages per day.'),
    newPerDayCap: count('Maximum first messages per day.'),
    perCompanyDailyCap: count("Maximum messages per day to one company. Null: the workspace's limit."),
    sendsOnHolidays: Type.Boolean({ description: "True: also sends on public holidays of the recipient's country." }),
    stopOnReply: Type.Boolean({ description: "True: a reply ends the contact's sequence." }),
    stopCompanyOnReply: Type.Boolean({ description: 'True: a reply ends the sequences of everyone at the company.' }),
    onePerCompany: Type.Boolean({ description: 'True: only one contact per company is enrolled.' }),
    allowedEmailStatuses: Type.Array(OneOf(emailStatuses), {
      description: 'Email statuses that may be contacted.',
    }),
    unsubscribe: Type.Boolean({
      description: 'True: the text has an unsubscribe link. The header is always included.',
    }),
    approval: OneOf(['launch', 'each_message'], {
      description: 'launch: approved as a whole. each_message: a person approves each message.',
    }),
    launchedAt: time('Time of the launch.'),
    completedAt: time('Time at which it ended.'),
    createdAt: Timestamp('Creation time.'),
    updatedAt: Timestamp('Time of the last change.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
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
