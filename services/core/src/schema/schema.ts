import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** Time of day, HH:MM. */
export const clockPattern = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
/** Closing time. Midnight at the end of the day is 24:00, or 00:00 as many people write it. */
export const closingPattern = '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';
/** Default number of records per page of a list. */
export const pageSizeDefault = 25;
export const pageSizeMax = 100;

/** Input schema that rejects unknown members. */
export function Input<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/** String from a fixed list of values. */
export function OneOf<const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

/** ID with the prefix of its record type, or with one of several. */
export function Id(prefix: string | string[], description: string) {
  const start = typeof prefix === 'string' ? prefix : `(${prefix.join('|')})`;
  return Type.String({ pattern: `^${start}_[0-9A-HJKMNP-TV-Z]{26}$`, maxLength: 40, description });
}

export function Text(maxLength: number, description: string, options: { minLength?: number } = {}) {
  return Type.String({ minLength: options.minLength ?? 1, maxLength, description });
}

/** Secret that is never shown again, never stored in plain text, and never requested from a model. */
export function Secret(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, writeOnly: true, description });
}

export function Timestamp(description: string) {
  return Type.String({ format: 'date-time', description });
}

export function ClockTime(description: string) {
  return Type.String({ pattern: clockPattern, description });
}

/** End time. 24:00 is the end of the day. */
export function ClosingTime(description: string) {
  return Type.String({ pattern: closingPattern, description });
}

export function Nullable<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] });
}

/** Shared schema with a description for this use. */
export function Described<S extends TSchema>(schema: S, description: string) {
  return Type.Unsafe<Static<S>>({ ...schema, description });
}

/** Paging members of every list input. */
export const paging = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: pageSizeMax,
      default: pageSizeDefault,
      description: `Page size, 1 to ${pageSizeMax}.`,
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 1000, description: 'nextCursor of the previous page, unchanged.' })),
};

/** Key for a part's location under `components` in the API document. A symbol, so it is not part of the JSON. */
export const componentPlace = Symbol('componentPlace');

/** Names a schema. It is written once in the document, under `components.schemas`, and referenced elsewhere. */
export function Named<S extends object>(name: string, schema: S): S {
  return Object.assign(schema, { [componentPlace]: `schemas/${name}` });
}

export function nameOf(schema: object): string {
  return (schema as { [componentPlace]?: string })[componentPlace]?.split('/')[1] ?? '';
}

/** Same for a response, under `components.responses`. */
export function NamedResponse<R extends object>(name: string, response: R): R {
  return Object.assign(response, { [componentPlace]: `responses/${name}` });
}

/** Same for a parameter, under `components.parameters`. */
export function NamedParameter<P extends object>(name: string, parameter: P): P {
  return Object.assign(parameter, { [componentPlace]: `parameters/${name}` });
}

/** create_contact → CreateContact. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_whole, letter: string) => letter.toUpperCase());
}
