import type { TSchema } from 'typebox';

/** text: any text. name: text that should read like a name or a few words. */
export type ForeignKind = 'text' | 'name';

/** Key that marks a schema's text as coming from outside the workspace. A symbol, so it is not part of the JSON. */
const foreignKind = Symbol('foreignKind');

/** Text from outside: mail, imports, search providers, servers, DNS. Models get it between marks. */
export function Foreign<S extends object>(schema: S): S {
  return Object.assign(schema, { [foreignKind]: 'text' });
}

/** Name, job title, or similar text from outside. Unmarked if it reads like one, otherwise marked as foreign text. */
export function ForeignName<S extends object>(schema: S): S {
  return Object.assign(schema, { [foreignKind]: 'name' });
}

/** Paths of foreign text of one kind below a schema, such as "thread[].bodyText". */
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
