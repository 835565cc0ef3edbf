import { Type } from 'typebox';
import { operators, operatorsOf, type QueryField, queryTypes } from '../../domain/fields/queries/query-field.ts';
import type { QueryFields } from '../../domain/fields/queries/where.ts';
import { counted } from '../../domain/text/counted.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { companyQueryFields, contactQueryFields } from '../../engine/fields/query/record-query-fields.ts';
import { Input, Named, Nullable, OneOf } from '../../schema/schema.ts';
import { enrollmentQuery } from '../campaigns/enrollments/query-enrollments.ts';
import { campaignQuery } from '../campaigns/query-campaigns.ts';
import { defineRead } from '../definition/define-action.ts';
import { messageQuery } from '../messages/query-messages.ts';
import { replyQuery } from '../replies/query-replies.ts';

/** Fields that a query can name, by the record that it finds. */
export const queriedRecords = {
  contact: contactQueryFields,
  company: companyQueryFields,
  campaign: campaignQuery.fields,
  enrollment: enrollmentQuery.fields,
  message: messageQuery.fields,
  reply: replyQuery.fields,
} satisfies Record<string, (ctx: ActionContext) => Promise<QueryFields>>;
const recordNames = Object.keys(queriedRecords) as (keyof typeof queriedRecords)[];

const QueryFieldView = Named(
  'QueryField',
  Type.Object({
    name: Type.String({ description: 'Name for field in a condition.' }),
    type: OneOf(queryTypes, { description: 'Type of its values. day: a date such as 2026-01-31.' }),
    isList: Type.Boolean({ description: 'True: a condition holds if it holds for any element.' }),
    operators: Type.Array(OneOf(operators), { description: 'Operators that it takes.' }),
    allowedValues: Nullable(Type.Array(Type.String(), { description: 'Its values, if they are fixed.' })),
    states: Nullable(Type.Array(Type.String(), { description: 'Values of state, if it takes one.' })),
  }),
);

function toView(field: QueryField) {
  const { name, type, isList = false, choices, states } = field;
  return {
    name,
    type,
    isList,
    operators: [...operatorsOf(field)],
    allowedValues: choices ? [...choices] : null,
    states: states ? [...states] : null,
  };
}

export const listQueryFields = defineRead({
  name: 'list_query_fields',
  title: 'List query fields',
  summary: 'List the fields that where can name, with their operators.',
  description:
    'Lists the fields that a where can name for one kind of record, each with its type, operators, and ' +
    'allowed values. Custom fields of the workspace are included. Use it before query_contacts and the other queries.',
  method: 'get',
  path: '/query-fields',
  scope: 'contacts:read',
  input: Input({
    record: Type.Optional(
      OneOf(recordNames, { default: 'contact', description: 'Kind of record that the query finds.' }),
    ),
  }),
  output: Type.Array(QueryFieldView),
  errors: [],

  async run({ record = 'contact' }, ctx) {
    const { fields } = await queriedRecords[record](ctx);
    const data = [...fields.values()].map(toView);
    return { data, summary: `${counted(data.length, 'field')} of a ${record}.` };
  },
});
