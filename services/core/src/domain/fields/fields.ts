import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import { Named, Nullable, Text } from '../../schema/schema.ts';
import { customKeyPattern } from './custom-fields.ts';

/** Who may set a field: a caller at any time, a caller once the record is there, or nobody but the product. */
export type Settable = 'always' | 'later' | 'never';

/**
 * What becomes of a field when two records are merged. fill: the kept record's own, else the other's; unite: both;
 * latest: the later time; either: true if one is; keep: never changes; with: goes along when that field is taken over;
 * insteadOf: the other's, while the kept record has this initial value.
 */
export type MergeRule = 'fill' | 'unite' | 'latest' | 'either' | 'keep' | { with: string } | { insteadOf: string };

interface Rules {
  settable: Settable;
  merge: MergeRule;
  /** In files of an export: true, or the columns with what stands in each. */
  // biome-ignore lint/suspicious/noExplicitAny: each value has the type of its own field.
  exported: boolean | Record<string, (value: any) => unknown>;
  /** In files of an import: other names of its column, or its columns with other names of each; false: never. */
  imported: false | readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** In every stored record; shown empty instead of null. */
  isAlways?: boolean;
  isTime?: boolean;
  /** False: worked out when it is shown. */
  isStored?: boolean;
  /** False: null in an update is refused. */
  isClearable?: boolean;
  /** Prospect sources deliver it. */
  isEnriched?: boolean;
}

export type Field<S extends TSchema = TSchema, R extends Rules = Rules> = { schema: S } & R;
export type Fields = Record<string, Field>;

/** One field of a record: everything that the product does with it follows from this. */
export function field<S extends TSchema, const R extends Rules>(schema: S, rules: R): Field<S, R> {
  return { schema, ...rules };
}

type NamesWhere<F extends Fields, Rule> = { [K in keyof F]: F[K] extends Rule ? K : never }[keyof F];
type Stored<F extends Field> = F extends { isTime: true } ? Date : Static<F['schema']>;
type StoredName<F extends Fields> = Exclude<keyof F, NamesWhere<F, { isStored: false }>>;
type AlwaysName<F extends Fields> = Extract<NamesWhere<F, { isAlways: true }>, StoredName<F>>;

/** What a caller may say of a record. */
export type FactsOf<F extends Fields> = { [K in NamesWhere<F, { settable: 'always' }>]?: Static<F[K]['schema']> };

/** The record as it is stored, without ids. */
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

/** Properties of an input that makes a record. */
export function settableProperties<F extends Fields>(fields: F): Settings<F> {
  const names = namesOf(fields, ({ settable }) => settable === 'always');
  return Object.fromEntries(names.map((name) => [name, Type.Optional(fields[name]!.schema)])) as Settings<F>;
}

/** Properties of an input that changes a record: null takes a field away. */
export function updatableProperties<F extends Fields>(fields: F): Updates<F> {
  const names = namesOf(fields, ({ settable }) => settable !== 'never');
  const schemaOf = ({ schema, isClearable }: Field) => (isClearable === false ? schema : Nullable(schema));
  return Object.fromEntries(names.map((name) => [name, Type.Optional(schemaOf(fields[name]!))])) as Updates<F>;
}

/** The columns of an export, each with how its cell is read from the view. */
export function exportColumns(fields: Fields): [string, (view: Record<string, unknown>) => unknown][] {
  return Object.entries(fields).flatMap(([name, { exported }]) => {
    if (exported === false) return [];
    if (exported === true) return [[name, (view) => view[name]]];
    return Object.entries(exported).map(([column, cell]): [string, (view: Record<string, unknown>) => unknown] => [
      column,
      (view) => (view[name] === null || view[name] === undefined ? null : cell(view[name])),
    ]);
  });
}

/** The columns that an import knows, each with its other names. */
export function importColumns(fields: Fields): Map<string, readonly string[]> {
  return new Map(
    Object.entries(fields).flatMap(([name, { imported }]) => {
      if (imported === false) return [];
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

/** A filter by fields of the workspace's own. */
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
