import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { clockPattern, closingPattern } from '../domain/sending/send-window.ts';
import { pageSizeDefault, pageSizeMax } from '../domain/values/paging.ts';

/** An input: unknown members are refused. */
export function Input<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/** A string out of a closed list. */
export function OneOf<const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

export function Id(prefix: string, description: string) {
  return Type.String({ pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`, maxLength: 40, description });
}

export function Text(maxLength: number, description: string, options: { minLength?: number } = {}) {
  return Type.String({ minLength: options.minLength ?? 1, maxLength, description });
}

/** Never shown again, never stored in clear, never asked of a model. */
export function Secret(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, writeOnly: true, description });
}

export function Timestamp(description: string) {
  return Type.String({ format: 'date-time', description });
}

export function ClockTime(description: string) {
  return Type.String({ pattern: clockPattern, description });
}

/** Where something ends; 24:00 is the end of the day. */
export function ClosingTime(description: string) {
  return Type.String({ pattern: closingPattern, description });
}

export function Nullable<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] });
}

/** A schema that stands in several places, with what it means in this one. */
export function Described<S extends TSchema>(schema: S, description: string) {
  return Type.Unsafe<Static<S>>({ ...schema, description });
}

/** The members every list takes. */
export const paging = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: pageSizeMax,
      default: pageSizeDefault,
      description: `Page size, 1 to ${pageSizeMax}.`,
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 1000, description: 'nextCursor of the page before, unchanged.' })),
};

/** Where a part of the API's document keeps its place under `components`; a symbol, so it is not part of the JSON. */
export const componentPlace = Symbol('componentPlace');

/** Gives a schema a name: it stands once in the document, under `components.schemas`, and is referred to elsewhere. */
export function Named<S extends object>(name: string, schema: S): S {
  return Object.assign(schema, { [componentPlace]: `schemas/${name}` });
}

export function nameOf(schema: object): string {
  return (schema as { [componentPlace]?: string })[componentPlace]?.split('/')[1] ?? '';
}

/** The same for a response, under `components.responses`. */
export function NamedResponse<R extends object>(name: string, response: R): R {
  return Object.assign(response, { [componentPlace]: `responses/${name}` });
}

/** The same for a parameter, under `components.parameters`. */
export function NamedParameter<P extends object>(name: string, parameter: P): P {
  return Object.assign(parameter, { [componentPlace]: `parameters/${name}` });
}

/** create_contact → CreateContact. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_whole, letter: string) => letter.toUpperCase());
}
