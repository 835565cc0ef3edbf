import { type Static, Type } from 'typebox';
import { operators } from '../../../domain/fields/queries/query-field.ts';
import { valuesMax } from '../../../domain/fields/queries/read-test.ts';
import { conditionsMax, levelsMax } from '../../../domain/fields/queries/where.ts';
import { Named, OneOf } from '../../../schema/schema.ts';

const inner = Type.Object({}, { additionalProperties: true, description: 'Another where.' });

/** A `where` as callers write it. Only its outermost level has a schema; the rest is checked when it is read. */
export const Where = Named(
  'Where',
  Type.Object(
    {
      and: Type.Optional(
        Type.Array(inner, { minItems: 1, maxItems: conditionsMax, description: 'All of these hold.' }),
      ),
      or: Type.Optional(
        Type.Array(inner, { minItems: 1, maxItems: conditionsMax, description: 'One of these holds.' }),
      ),
      not: Type.Optional(inner),
      field: Type.Optional(Type.String({ maxLength: 100, description: 'Field of the record; see GET /query-fields.' })),
      op: Type.Optional(OneOf(operators, { description: 'Operator that the field takes.' })),
      value: Type.Optional(Type.Unknown({ description: 'Value, list of values, or a date such as -30d.' })),
      state: Type.Optional(
        Type.String({ maxLength: 50, description: 'With the field campaigns: state in the campaign.' }),
      ),
    },
    {
      additionalProperties: false,
      minProperties: 1,
      description:
        'Only records that fit: {and: [...]}, {or: [...]}, {not: {...}}, or {field, op, value}, e.g. ' +
        '{"field": "lastContactedAt", "op": "before", "value": "-30d"}. ' +
        `At most ${levelsMax} levels, ${conditionsMax} conditions, and ${valuesMax} values of in.`,
    },
  ),
);
export type WhereInput = Static<typeof Where>;

/** The same next to other filters, without its members: tool lists have a budget. */
export const WhereOfFilter = Named(
  'WhereOfFilter',
  Type.Unsafe<WhereInput>({
    type: 'object',
    additionalProperties: true,
    minProperties: 1,
    description: 'Conditions, as in query_contacts.',
  }),
);
