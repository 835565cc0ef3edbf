/**
 * One member of a stored document: its path in the mongoose model, and its type. Both come from one declaration, so a
 * path cannot differ from the type, and a member cannot miss its path.
 */
export interface Path<T = unknown, IsOptional extends boolean = boolean> {
  readonly definition: Readonly<Record<string, unknown>>;
  /** True if documents can lack the member. */
  readonly isOptional: IsOptional;
  /** Never set. Carries the type. */
  readonly value?: T;
}

export type Paths = Record<string, Path>;

type ValueOf<P> = P extends Path<infer T> ? T : never;

/** Type of a stored document with these paths. */
export type DocumentOf<P extends Paths> = { _id: string } & {
  [K in keyof P as P[K] extends Path<unknown, true> ? never : K]: ValueOf<P[K]>;
} & { [K in keyof P as P[K] extends Path<unknown, true> ? K : never]?: ValueOf<P[K]> };

function path<T>(definition: Record<string, unknown>): Path<T, false> {
  return { definition: { required: true, ...definition }, isOptional: false };
}

/** Not empty: mongoose treats an empty string as missing. `withDefault(string, '')` can be empty. */
export const string = path<string>({ type: String });
export const number = path<number>({ type: Number });
export const boolean = path<boolean>({ type: Boolean });
export const date = path<Date>({ type: Date });
export const bytes = path<Buffer>({ type: Buffer });
export const strings = path<string[]>({ type: [String] });
export const numbers = path<number[]>({ type: [Number] });

/** String from a fixed list. Other values are rejected when a document is created. */
export function choice<const T extends string>(values: readonly T[]): Path<T, false> {
  return path({ type: String, enum: [...values] });
}

/** String of a narrower type, whose values the store does not check. */
export function stringOf<T extends string>(): Path<T, false> {
  return path({ type: String });
}

export function stringsOf<T extends string>(): Path<T[], false> {
  return path({ type: [String] });
}

/** Value of any shape, which the store does not check. */
export function object<T extends object>(): Path<T, false> {
  return path({ type: Object });
}

export function objects<T extends object>(): Path<T[], false> {
  return path({ type: [Object] });
}

/** Object whose members have paths of their own. */
export function group<P extends Paths>(members: P): Path<Omit<DocumentOf<P>, '_id'>, false> {
  return { definition: definitionsOf(members), isOptional: false };
}

/** Member that documents can lack. */
export function optional<T>({ definition }: Path<T>): Path<T, true> {
  return { definition: { default: undefined, ...definition, required: false }, isOptional: true };
}

/** Member that is null unless set. */
export function nullable<T>(member: Path<T, false>): Path<T | null, false> {
  return withDefault<T | null>(member, null);
}

/** Member with a default for new documents. A function makes a new value for each document. */
export function withDefault<T>({ definition }: Path<T, false>, value: NoInfer<T | (() => T)>): Path<T, false> {
  return { definition: { ...definition, required: false, default: value }, isOptional: false };
}

/** The paths in the form that mongoose takes. */
export function definitionsOf(paths: Paths): Record<string, Readonly<Record<string, unknown>>> {
  return Object.fromEntries(Object.entries(paths).map(([name, { definition }]) => [name, definition]));
}
