import { type Static, type TArray, type TObject, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import { ForeignName } from '../../contract/foreign.ts';
import { componentPlace, Named, Nullable, Text } from '../../contract/schema.ts';
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

/** The record as it is shown. */
export type ViewOf<F extends Fields> = {
  [K in keyof F]: F[K] extends { isAlways: true } ? Static<F[K]['schema']> : Static<F[K]['schema']> | null;
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

const limits = ['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'pattern', 'minimum', 'maximum'];

/** As it is shown: what limits an input is no promise about what is stored. */
function shown(schema: TSchema): TSchema {
  if (componentPlace in schema) return schema;
  const { additionalProperties: _any, ...rest } = Object.fromEntries(
    Object.entries(schema).filter(([name]) => !limits.includes(name)),
  ) as Record<string, unknown>;
  const { items } = schema as Partial<TArray>;
  if (rest.format === 'uri') delete rest.format;
  const { properties } = schema as Partial<TObject>;
  const members = properties && Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, shown(one)]));
  return { ...rest, ...(items && { items: shown(items) }), ...(members && { properties: members }) } as TSchema;
}

/** What anyone may have set comes from outside, but for closed lists, addresses and numbers. */
function shownFrom({ schema, settable }: Field): TSchema {
  const view = shown(schema);
  const { type, enum: closed, format, pattern } = { ...schema, ...view } as Record<string, unknown>;
  const isOpen = ['string', 'array', 'object'].includes(String(type)) && !closed && !format && !pattern;
  return settable !== 'never' && isOpen ? ForeignName({ ...view }) : view;
}

/** The schema of the record as it is shown. */
export function viewSchema<F extends Fields>(fields: F): TObject<{ [K in keyof F]: TUnsafe<ViewOf<F>[K]> }> {
  const properties = Object.entries(fields).map(([name, one]) => {
    const view = shownFrom(one);
    return [name, one.isAlways ? view : Nullable(view)];
  });
  return Type.Object(Object.fromEntries(properties));
}

function emptyOf({ schema, isAlways }: Field): unknown {
  const { type } = schema as { type?: string };
  if (!isAlways) return null;
  return type === 'array' ? [] : type === 'boolean' ? false : type === 'object' ? {} : null;
}

/** The record as it is shown: absent values are null, times are ISO 8601. `computed`: fields that are not stored. */
export function viewOf<F extends Fields>(fields: F, record: object, computed: Partial<ViewOf<F>>): ViewOf<F> {
  const stored = record as Record<string, unknown>;
  const view: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = (name in computed ? computed[name] : stored[name]) ?? emptyOf(fields[name]!);
    view[name] = value instanceof Date ? value.toISOString() : value;
  }
  return view as ViewOf<F>;
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
