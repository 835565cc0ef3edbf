import type { TSchema } from 'typebox';

/** text: anything at all; name: what should read like a name or a few words. */
export type ForeignKind = 'text' | 'name';

/** Where a schema keeps that its text comes from outside the workspace; a symbol, so it is not part of the JSON. */
const foreignKind = Symbol('foreignKind');

/** Text that came from outside: mail, imports, search providers, servers, DNS. Models get it between marks. */
export function Foreign<S extends object>(schema: S): S {
  return Object.assign(schema, { [foreignKind]: 'text' });
}

/** A name, a job title and the like from outside: bare where it reads like one, else as foreign text. */
export function ForeignName<S extends object>(schema: S): S {
  return Object.assign(schema, { [foreignKind]: 'name' });
}

/** Where foreign text of one kind stands below a schema: "thread[].bodyText". */
export function foreignPathsOf(schema: TSchema, wanted: ForeignKind, at = ''): string[] {
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    anyOf?: TSchema[];
  };
  const kind = (schema as { [foreignKind]?: ForeignKind })[foreignKind];
  if (kind !== undefined) return kind === wanted ? [at] : [];
  const inObject = Object.entries(properties ?? {}).flatMap(([name, member]) =>
    foreignPathsOf(member, wanted, at === '' ? name : `${at}.${name}`),
  );
  const inList = items === undefined ? [] : foreignPathsOf(items, wanted, `${at}[]`);
  const inBranches = (anyOf ?? []).flatMap((branch) => foreignPathsOf(branch, wanted, at));
  return [...new Set([...inObject, ...inList, ...inBranches])];
}
