import { Type } from 'typebox';
import { Described, Named, OneOf } from '../../schema/schema.ts';
import { replyClasses } from '../replies/reply-classes.ts';

const testsMax = 10;
const fieldOperators = ['is', 'is_not', 'contains', 'is_set', 'is_not_set'] as const;
const Classes = Type.Array(OneOf(replyClasses), { minItems: 1, maxItems: replyClasses.length, uniqueItems: true });

/** Condition of a step, for input and output. */
export const ConditionSchema = Named(
  'StepCondition',
  Type.Object(
    {
      replied: Type.Optional(
        Type.Boolean({
          description: 'True if the person has replied in this campaign. Absence notices do not count.',
        }),
      ),
      replyClasses: Type.Optional(Described(Classes, 'The latest reply is of one of these classes.')),
      notReplyClasses: Type.Optional(Described(Classes, 'No reply is of one of these classes.')),
      fields: Type.Optional(
        Type.Array(
          Type.Object(
            {
              field: Type.String({
                maxLength: 80,
                description: 'As in templates: title, country, company.industry, custom.<name>, ….',
              }),
              operator: OneOf(fieldOperators, { description: 'Compares text and ignores case.' }),
              value: Type.Optional(
                Type.String({
                  maxLength: 500,
                  description: 'For is, is_not, and contains: the value to compare with.',
                }),
              ),
            },
            { additionalProperties: false },
          ),
          {
            minItems: 1,
            maxItems: testsMax,
            description: 'Fields of the contact or company. All must match.',
          },
        ),
      ),
    },
    {
      additionalProperties: false,
      minProperties: 1,
      description:
        'Conditions that must hold when the step is due; all must hold. Contacts that do not meet them continue ' +
        'with the next step. Null: no condition.',
    },
  ),
);
