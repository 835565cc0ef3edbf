import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { pageSizeDefault, pageSizeMax } from '../domain/paging.ts';

/** An input: unknown members are refused. */
export const Input = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false });

/** A string out of a closed list. */
export const OneOf = <const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

export const Id = (prefix: string, description: string) =>
  Type.String({ pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`, maxLength: 40, description });

export const Text = (maxLength: number, description: string, options: { minLength?: number } = {}) =>
  Type.String({ minLength: options.minLength ?? 1, maxLength, description });

export const Timestamp = (description: string) => Type.String({ format: 'date-time', description });

export const Nullable = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] });

/** A schema that stands in several places, with what it means in this one. */
export const Described = <S extends TSchema>(schema: S, description: string) =>
  Type.Unsafe<Static<S>>({ ...schema, description });

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
