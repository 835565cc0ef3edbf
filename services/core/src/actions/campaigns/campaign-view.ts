import { type Static, Type } from 'typebox';
import { campaignFields } from '../../domain/campaigns/campaign-fields.ts';
import { fromMinutes, type SequenceStep, stepKinds, stepThreads } from '../../domain/campaigns/sequence-step.ts';
import { ConditionSchema } from '../../domain/campaigns/step-condition-schema.ts';
import { emailStatuses } from '../../domain/contacts/contact.ts';
import { viewSchema } from '../../domain/fields/field-views.ts';
import { weekdays } from '../../domain/sending/send-window.ts';
import { stepTaskTypes } from '../../domain/tasks/task-state.ts';
import { BodyFormatView } from '../../engine/messages/body-format-schema.ts';
import { AttachmentsView } from '../../engine/messages/file-view.ts';
import { Described, Named, Nullable, OneOf } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';

const VariantView = Type.Object({
  id: Type.String({ description: "B, C, …. The step's own text is variant A." }),
  subject: Nullable(Type.String({ description: "Null: the step's subject." })),
  body: Type.String({ description: 'Text of the variant.' }),
  weight: Type.Integer({ description: 'Share of the contacts that get it.' }),
});

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
    variants: Type.Array(VariantView, { description: 'Alternative texts for an A/B test.' }),
    weight: Type.Integer({ description: "Share of the contacts that get the step's own text." }),
    keepsWinner: Type.Boolean({
      description: 'True: once a variant wins by replies, contacts who were not emailed yet get it.',
    }),
    winnerId: Nullable(Type.String({ description: 'Winning variant, if there is one.' })),
    isWrittenPerPerson: Type.Boolean({
      description: 'True if some people get a text of their own (write_step_texts).',
    }),
    condition: Nullable(ConditionSchema),
    taskType: Nullable(OneOf(stepTaskTypes, { description: 'Type of the task. Null: an email.' })),
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
  viewSchema(campaignFields, {
    steps: Type.Array(StepView, { description: campaignFields.steps.returned }),
    mailboxIds: Type.Array(Type.String(), { description: campaignFields.mailboxIds.returned }),
    window: Nullable(Described(WindowView, "Sending window. Null: the workspace's default.")),
    allowedEmailStatuses: Type.Array(OneOf(emailStatuses), {
      description: 'Email statuses that may be contacted.',
    }),
    unsubscribe: Type.Boolean({
      description: 'True: the text has an unsubscribe link. The header is always included.',
    }),
  }),
);

export function toStepView(step: SequenceStep): Static<typeof StepView> {
  const { kind = 'email', bodyFormat = 'text', weight = 1, task } = step;
  return viewOf(StepView, step, {
    ...fromMinutes(step.waitMinutes),
    kind,
    bodyFormat,
    weight,
    variants: step.variants.map((variant) => viewOf(VariantView, variant, { weight: variant.weight ?? 1 })),
    taskType: task?.type ?? null,
    ownerId: task?.ownerId ?? null,
  });
}

export function toCampaignView(campaign: CampaignRecord): Static<typeof CampaignView> {
  return viewOf(CampaignView, campaign, {
    steps: campaign.steps.map(toStepView),
    window: campaign.window as Static<typeof WindowView> | null,
  });
}
