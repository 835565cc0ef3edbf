import type { TSchema } from 'typebox';
import type { CustomField } from '../custom-fields.ts';
import { type Fields, namesOf } from '../fields.ts';

export const queryTypes = ['text', 'choice', 'id', 'number', 'time', 'day', 'boolean'] as const;
export type QueryType = (typeof queryTypes)[number];

export const operators = [
  'eq',
  'ne',
  'in',
  'nin',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'exists',
  'contains',
  'starts',
  'within',
  'before',
  'after',
] as const;
export type Operator = (typeof operators)[number];

/**
 * A field that conditions can name.
 *
 * - `path`: where the record stores it.
 * - `fact`: another record that knows the value, such as the contact's company. Its path is relative to that record.
 */
export interface QueryField {
  name: string;
  type: QueryType;
  path: string;
  fact?: FactKind;
  /** Matches if any element does. */
  isList?: boolean;
  choices?: readonly string[];
  /** Value that an absent one stands for. */
  absentAs?: string | boolean;
  /** Stored values are in lower case. */
  isFolded?: boolean;
  /** Values of `state`, for fields that take one next to the value. */
  states?: readonly string[];
}

export const factKinds = ['company', 'enrollments', 'mailboxes', 'lastReply', 'suppressed', 'fullName'] as const;
export type FactKind = (typeof factKinds)[number];

const equality: Operator[] = ['eq', 'ne', 'in', 'nin', 'exists'];
const order: Operator[] = ['gt', 'gte', 'lt', 'lte', 'between'];

const operatorsByType: Record<QueryType, readonly Operator[]> = {
  text: [...equality, 'contains', 'starts'],
  choice: equality,
  id: equality,
  number: [...equality, ...order],
  time: [...equality, ...order, 'within', 'before', 'after'],
  day: [...equality, ...order, 'within', 'before', 'after'],
  boolean: ['eq', 'ne', 'exists'],
};

export function operatorsOf({ type }: QueryField): readonly Operator[] {
  return operatorsByType[type];
}

interface JsonSchema {
  type?: string;
  format?: string;
  enum?: readonly string[];
  items?: TSchema;
  anyOf?: TSchema[];
  properties?: Record<string, TSchema>;
}

/** Query fields of one member of a record or a view, by its schema. A nested object has a field for each member. */
export function queryFieldsOf(name: string, schema: TSchema, path = name): QueryField[] {
  const { type, format, enum: choices, items, anyOf, properties } = schema as JsonSchema;
  const value = anyOf?.find((one) => (one as JsonSchema).type !== 'null');
  if (value !== undefined) return queryFieldsOf(name, value, path);
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([member, one]) =>
      queryFieldsOf(`${name}.${member}`, one, `${path}.${member}`),
    );
  if (items !== undefined) return queryFieldsOf(name, items, path).map((one) => ({ ...one, isList: true }));
  if (choices !== undefined) return [{ name, path, type: 'choice', choices }];
  if (format === 'date-time') return [{ name, path, type: 'time' }];
  if (type === 'integer' || type === 'number') return [{ name, path, type: 'number' }];
  if (type === 'boolean') return [{ name, path, type: 'boolean' }];
  return type === 'string' ? [{ name, path, type: /(^id|Id|Ids)$/.test(name) ? 'id' : 'text' }] : [];
}

const folded = ['email', 'companyDomain', 'domain'];
/** Names that the grammar uses in place of the record's own. */
const renamed: Readonly<Record<string, string>> = { listIds: 'lists' };
const computed = ['score.stale', 'fullName'];

/** Query fields of a record that has field declarations, without its custom fields. */
export function recordQueryFields(fields: Fields): QueryField[] {
  return namesOf(fields, () => true)
    .flatMap((name) => queryFieldsOf(name, fields[name]!.schema))
    .filter(({ name }) => !computed.includes(name) && !name.startsWith('customFields'))
    .map((field) => {
      const name = renamed[field.name] ?? field.name;
      return {
        ...field,
        name,
        ...(name === 'id' && { path: '_id' }),
        ...((name === 'lists' || name === 'id') && { type: 'id' as const }),
        ...(folded.includes(name) && { isFolded: true }),
      };
    });
}

const customTypes = { text: 'text', number: 'number', date: 'day', boolean: 'boolean', choice: 'choice' } as const;

export function customQueryField({ key, type, choices }: CustomField): QueryField {
  const name = `customFields.${key}`;
  return { name, path: name, type: customTypes[type], ...(choices && { choices }) };
}

/** The same field of the company that a contact belongs to. */
export function companyQueryField(field: QueryField): QueryField {
  return { ...field, name: `company.${field.name}`, fact: 'company' };
}
