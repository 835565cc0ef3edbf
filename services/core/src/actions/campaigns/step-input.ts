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
import { ConditionSchema } from '../../domain/campaigns/step-condition-schema.ts';
import { bodyLengthMax, subjectLengthMax } from '../../domain/messages/templates/render-template.ts';
import { stepTaskTypes } from '../../domain/tasks/task-state.ts';
import { newId } from '../../domain/values/ids.ts';
import { BodyFormatInput } from '../../engine/messages/body-format-schema.ts';
import { AttachmentsInput } from '../../engine/messages/file-view.ts';
import { Id, Named, Nullable, OneOf, Text } from '../../schema/schema.ts';

function wait(maximum: number, description: string) {
  return Type.Optional(Type.Integer({ minimum: 0, maximum, description }));
}

const Weight = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: weightMax,
    description: 'Share of the contacts that get this text. Default: 1.',
  }),
);
const Subject = Type.Optional(
  Type.String({
    maxLength: subjectLengthMax,
    description: 'LiquidJS template, such as "{{ firstName }}, a question". Optional in a reply: "Re: …".',
  }),
);
const Body = Text(
  bodyLengthMax,
  'LiquidJS template, plain text unless bodyFormat is set. Placeholders: firstName, lastName, fullName, ' +
    'title, department, city, country, companyName, companyDomain, company.industry, senderName, ' +
    'custom.<name>, …; with a fallback: {{ firstName | default: "there" }}. The signature, postal address, ' +
    'and unsubscribe link are added.',
);

export const StepInput = Named(
  'CampaignStepInput',
  Type.Object(
    {
      kind: Type.Optional(
        OneOf(stepKinds, {
          description:
            'email (default), or task: something a person does (subject: its title, body: instructions). The sequence ' +
            'continues when the task is completed or skipped.',
        }),
      ),
      id: Type.Optional(Id('stp', 'Keeps an existing step when steps are replaced. Default: matched by position.')),
      waitMinutes: wait(waitMinutesMax, 'Minutes to wait after the previous step.'),
      waitHours: wait(366 * 24, 'Hours to wait after the previous step.'),
      waitDays: wait(366, 'Days to wait after the previous step.'),
      thread: Type.Optional(
        OneOf(stepThreads, {
          description:
            'new: a new thread. reply: in the thread of the previous message (default from the second step on).',
        }),
      ),
      subject: Subject,
      body: Type.Optional(Body),
      bodyFormat: BodyFormatInput,
      attachments: AttachmentsInput,
      variants: Type.Optional(
        Type.Array(Type.Object({ subject: Subject, body: Body, weight: Weight }, { additionalProperties: false }), {
          maxItems: variantsMax - 1,
          description: 'Alternative texts for an A/B test. Each contact always gets the same one.',
        }),
      ),
      weight: Weight,
      keepsWinner: Type.Optional(
        Type.Boolean({
          description:
            'Once a variant wins by replies, everyone who was not emailed yet gets it, queued messages included. ' +
            'Messages that need approval keep theirs. Default: false.',
        }),
      ),
      condition: Type.Optional(Nullable(ConditionSchema)),
      taskType: Type.Optional(
        OneOf(stepTaskTypes, { description: 'Type of the task, for kind task only. Default: custom.' }),
      ),
      ownerId: Type.Optional(
        Nullable(Id('usr', 'Member who does the task. Default: the person who launches the campaign.')),
      ),
    },
    { additionalProperties: false },
  ),
);

export type StepGiven = Static<typeof StepInput>;

export const stepsProperty = Type.Array(StepInput, {
  maxItems: stepsMax,
  description: 'Messages and tasks of the sequence, in order.',
});

/** Step before it is stored and receives its ID. */
export type StepDraft = Omit<SequenceStep, 'id'> & { id?: string };

export function withIds(steps: StepDraft[]): SequenceStep[] {
  return steps.map((step) => ({ ...step, id: step.id ?? newId('stp') }));
}
