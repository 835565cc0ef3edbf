import { type Static, Type } from 'typebox';
import {
  type SequenceStep,
  stepKinds,
  stepsMax,
  stepThreads,
  variantsMax,
  waitMinutesMax,
  weightMax,
} from '../../domain/campaigns/sequence-step.ts';
import { bodyLengthMax, subjectLengthMax } from '../../domain/messages/templates/render-template.ts';
import { stepTaskTypes } from '../../domain/tasks/task-state.ts';
import { newId } from '../../domain/values/ids.ts';
import { BodyFormatInput } from '../../engine/messages/body-format-schema.ts';
import { AttachmentsInput } from '../../engine/messages/file-view.ts';
import { Id, Named, Nullable, OneOf, Text } from '../../schema/schema.ts';
import { ConditionSchema } from './step-condition-schema.ts';

function wait(maximum: number, description: string) {
  return Type.Optional(Type.Integer({ minimum: 0, maximum, description }));
}

const Weight = Type.Optional(
  Type.Integer({ minimum: 0, maximum: weightMax, description: 'Share of the contacts that get this text; default 1.' }),
);
const Subject = Type.Optional(
  Type.String({
    maxLength: subjectLengthMax,
    description: 'LiquidJS template, e.g. "{{ firstName }}, a question". In a reply it may be left out: "Re: …".',
  }),
);
const Body = Text(
  bodyLengthMax,
  'Text as a LiquidJS template, plain unless bodyFormat says otherwise. Placeholders: firstName, ' +
    'lastName, fullName, title, department, city, country, companyName, companyDomain, company.industry, ' +
    'senderName, custom.<name>, …; with a fallback: {{ firstName | default: "there" }}. Signature, ' +
    'postal address and unsubscribe link are added.',
);

export const StepInput = Named(
  'CampaignStepInput',
  Type.Object(
    {
      kind: Type.Optional(
        OneOf(stepKinds, {
          description:
            'email (default), or task: something a person does (subject: its title, body: what to do); the sequence goes on when it is completed or skipped.',
        }),
      ),
      id: Type.Optional(Id('stp', 'To keep a step when steps are replaced; else by position.')),
      waitMinutes: wait(waitMinutesMax, 'Minutes to wait after the message before.'),
      waitHours: wait(366 * 24, 'Hours to wait after the message before.'),
      waitDays: wait(366, 'Days to wait after the message before.'),
      thread: Type.Optional(
        OneOf(stepThreads, {
          description:
            'new: a message of its own; reply: in the thread of the one before (default from the second step on).',
        }),
      ),
      subject: Subject,
      body: Type.Optional(Body),
      bodyFormat: BodyFormatInput,
      attachments: AttachmentsInput,
      variants: Type.Optional(
        Type.Array(Type.Object({ subject: Subject, body: Body, weight: Weight }, { additionalProperties: false }), {
          maxItems: variantsMax - 1,
          description: 'Other texts to compare with (A/B): each contact always gets the same one.',
        }),
      ),
      weight: Weight,
      keepsWinner: Type.Optional(
        Type.Boolean({
          description:
            'Once a variant has won by replies, all who were not written to get it, queued messages too; what waits for approval stays (default false).',
        }),
      ),
      condition: Type.Optional(Nullable(ConditionSchema)),
      taskType: Type.Optional(
        OneOf(stepTaskTypes, { description: 'What a person does; kind task only. Default custom.' }),
      ),
      ownerId: Type.Optional(
        Nullable(Id('usr', 'The member who does the task; without it who launches the campaign.')),
      ),
    },
    { additionalProperties: false },
  ),
);

export type StepGiven = Static<typeof StepInput>;

export const stepsProperty = Type.Array(StepInput, {
  maxItems: stepsMax,
  description: 'The messages and tasks of the sequence, in order.',
});

/** Step before it is stored and receives its ID. */
export type StepDraft = Omit<SequenceStep, 'id'> & { id?: string };

export function withIds(steps: StepDraft[]): SequenceStep[] {
  return steps.map((step) => ({ ...step, id: step.id ?? newId('stp') }));
}
