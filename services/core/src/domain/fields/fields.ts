import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import type { ForeignKind } from '../../schema/foreign.ts';
import { Named, Nullable, Text } from '../../schema/schema.ts';
import { customKeyPattern } from './custom-fields.ts';

/** When callers can set a field: at any time, or only after the record exists. */
export type Settable = 'always' | 'later';

/**
 * Result for a field when two records are merged:
 * - `fill`: the kept record's value, otherwise the other's.
 * - `unite`: both.
 * - `latest`: the later time.
 * - `either`: true if one is.
 * - `keep`: never changes.
 * - `with`: follows the named field.
 * - `insteadOf`: the other's value, while the kept record still has this initial value.
 */
export type MergeRule = 'fill' | 'unite' | 'latest' | 'either' | 'keep' | { with: string } | { insteadOf: string };

interface Rules {
  /** Absent: callers cannot set it. */
  settable?: Settable;
  /** `keep` if absent. */
  merge?: MergeRule;
  /** Export columns: true for one column, or each column with a function for its cells. Absent: not exported. */
  // biome-ignore lint/suspicious/noExplicitAny: each value has the type of its own field.
  exported?: boolean | Record<string, (value: any) => unknown>;
  /**
   * Import columns: alternative names of the field's column, or several columns with alternative names. Absent or
   * false: not imported.
   */
  imported?: false | readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Value of new records that do not bring one. With null, the field can be null, and is never absent. */
  initial?: unknown;
  /** Description in responses, if it differs from the input's. */
  returned?: string;
  /** Kind of text that can come from outside the workspace. Models get it between marks. */
  foreign?: ForeignKind;
  /** Present in every stored record, and returned as an empty value instead of null. */
  isAlways?: boolean;
  isTime?: boolean;
  /** False if the value is computed when the record is returned. */
  isStored?: boolean;
  /** False if updates reject null. */
  isClearable?: boolean;
  /** True if prospect sources can supply it. */
  isEnriched?: boolean;
}

export type Field<S extends TSchema = TSchema, R extends Rules = Rules> = { schema: S } & R;
export type Fields = Record<string, Field>;

/** One field of a record. All handling of the field derives from this definition. */
export function field<S extends TSchema, const R extends Rules>(schema: S, rules: R = {} as R): Field<S, R> {
  return { schema, ...rules };
}

type NamesWhere<F extends Fields, Rule> = { [K in keyof F]: F[K] extends Rule ? K : never }[keyof F];
type Value<F extends Field> = F extends { isTime: true } ? Date : Static<F['schema']>;
type Stored<F extends Field> = F extends { initial: null } ? Value<F> | null : Value<F>;
type StoredName<F extends Fields> = Exclude<keyof F, NamesWhere<F, { isStored: false }>>;
type AlwaysName<F extends Fields> = Extract<
  NamesWhere<F, { isAlways: true }> | NamesWhere<F, { initial: unknown }>,
  StoredName<F>
>;

/** Facts that a caller can set on a record. */
export type FactsOf<F extends Fields> = { [K in NamesWhere<F, { settable: 'always' }>]?: Static<F[K]['schema']> };

/** The record as stored, without IDs. */
export type StoredOf<F extends Fields> = { [K in AlwaysName<F>]: Stored<F[K]> } & {
  [K in Exclude<StoredName<F>, AlwaysName<F>>]?: Stored<F[K]>;
};

export function namesOf<F extends Fields>(fields: F, isMeant: (field: Field) => boolean): (keyof F & string)[] {
  return Object.keys(fields).filter((name) => isMeant(fields[name]!));
}

type Settings<F extends Fields> = { [K in NamesWhere<F, { settable: 'always' }>]: TOptional<F[K]['schema']> };
type Clearable<F extends Field> = F extends { isClearable: false }
  ? TOptional<F['schema']>
  : TOptional<TUnsafe<Static<F['schema']> | null>>;
type Updates<F extends Fields> = { [K in NamesWhere<F, { settable: 'always' | 'later' }>]: Clearable<F[K]> };

/** Input properties for creating a record. */
export function settableProperties<F extends Fields>(fields: F): Settings<F> {
  const names = namesOf(fields, ({ settable }) => settable === 'always');
  return Object.fromEntries(names.map((name) => [name, Type.Optional(fields[name]!.schema)])) as Settings<F>;
}

/** Input properties for updating a record. Null clears a field. */
export function updatableProperties<F extends Fields>(fields: F): Updates<F> {
  const names = namesOf(fields, ({ settable }) => settable !== undefined);
  const schemaOf = ({ schema, isClearable }: Field) => (isClearable === false ? schema : Nullable(schema));
  return Object.fromEntries(names.map((name) => [name, Type.Optional(schemaOf(fields[name]!))])) as Updates<F>;
}

/** Settable fields in their stored form. Null clears a field. */
export type StoredChanges<F extends Fields> = {
  [K in NamesWhere<F, { settable: 'always' | 'later' }>]?:
    | Value<F[K]>
    | (F[K] extends { isClearable: false } ? never : null);
};

/** The given settable fields in their stored form: times as dates, and lists without repetition. */
export function storedChanges<F extends Fields>(fields: F, input: object): StoredChanges<F> {
  const given = input as Record<string, unknown>;
  const names = namesOf(fields, ({ settable }) => settable !== undefined).filter((name) => given[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, toStored(fields[name]!, given[name])])) as StoredChanges<F>;
}

function toStored({ isTime }: Field, value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value)];
  return isTime && typeof value === 'string' ? new Date(value) : value;
}

/** Export columns, each with a function that reads its cell from the view. */
export function exportColumns(fields: Fields): [string, (view: Record<string, unknown>) => unknown][] {
  return Object.entries(fields).flatMap(([name, { exported }]) => {
    if (exported === undefined || exported === false) return [];
    if (exported === true) return [[name, (view) => view[name]]];
    return Object.entries(exported).map(([column, cell]): [string, (view: Record<string, unknown>) => unknown] => [
      column,
      (view) => (view[name] === null || view[name] === undefined ? null : cell(view[name])),
    ]);
  });
}

/** Import columns, each with its alternative names. */
export function importColumns(fields: Fields): Map<string, readonly string[]> {
  return new Map(
    Object.entries(fields).flatMap(([name, { imported }]) => {
      if (imported === undefined || imported === false) return [];
      return Array.isArray(imported) ? [[name, imported]] : Object.entries(imported);
    }) as [string, readonly string[]][],
  );
}

export function text(maxLength: number, description: string) {
  return Text(maxLength, description);
}

export function place(description: string) {
  return Named(
    'Place',
    Type.Object(
      {
        city: Type.Optional(Text(100, 'City.')),
        region: Type.Optional(Text(100, 'Region or state.')),
        country: Type.Optional(Text(100, 'Country, name or ISO 3166 code.')),
      },
      { additionalProperties: false, description },
    ),
  );
}

/** Filter by custom fields. */
export const customFieldsFilter = Named(
  'CustomFieldsFilter',
  Type.Record(
    Type.String({ pattern: customKeyPattern }),
    Type.Union([Type.String({ minLength: 1, maxLength: 2000 }), Type.Number(), Type.Boolean()]),
    {
      minProperties: 1,
      maxProperties: 10,
      description:
        'Only records with these values of custom fields: customFields[tier]=gold. Numbers and dates also as a range with both ends: customFields[budget]=10..50, ..50, 10..',
    },
  ),
);

export const customFieldsSchema = Named(
  'CustomFields',
  Type.Record(
    Type.String({ pattern: customKeyPattern }),
    Type.Union([Type.String({ maxLength: 2000 }), Type.Number(), Type.Boolean(), Type.Null()]),
    {
      maxProperties: 50,
      description:
        'Your own fields: names of letters, digits and _, values scalar; of the type that GET /custom-fields says where one is defined.',
    },
  ),
);
