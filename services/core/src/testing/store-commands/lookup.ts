/** Query of a command: filter, sort order, and named index on one collection. */
export interface Lookup {
  command: string;
  collection: string;
  filter: Document;
  sort?: Document;
  hint?: unknown;
}

type Document = Record<string, unknown>;

const listMax = 3;

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function lookup(command: string, collection: unknown, filter: unknown, order?: unknown, hint?: unknown): Lookup {
  // The driver keeps sort orders as maps.
  const sort = order instanceof Map ? Object.fromEntries(order) : order;
  return {
    command,
    collection: String(collection),
    filter: isDocument(filter) ? filter : {},
    ...(isDocument(sort) && Object.keys(sort).length > 0 && { sort }),
    ...(hint !== undefined && { hint }),
  };
}

/** Stages for which a server can use an index: the first match and sort, and each joined collection. */
function ofPipeline(collection: unknown, pipeline: readonly Document[]): Lookup[] {
  const matches: unknown[] = [];
  let sort: unknown;
  for (const stage of pipeline) {
    if (isDocument(stage.$match) && !sort) matches.push(stage.$match);
    else if (isDocument(stage.$sort) && !sort) sort = stage.$sort;
    else break;
  }
  const filter = matches.length > 1 ? { $and: matches } : matches[0];
  const joined = pipeline.flatMap((stage) => {
    const join = stage.$lookup;
    if (!isDocument(join)) return [];
    const inner = Array.isArray(join.pipeline) ? ofPipeline(join.from, join.pipeline as Document[]) : [];
    if (typeof join.foreignField !== 'string') return inner;
    return [lookup('$lookup', join.from, { ...inner[0]?.filter, [join.foreignField]: null })];
  });
  return [lookup('aggregate', collection, filter, sort), ...joined];
}

/** Queries of one command, from the driver's command monitoring. Inserts make none. */
export function lookupsOf(name: string, command: Document): Lookup[] {
  const collection = command[name];
  const statements = (member: string) =>
    ((command[member] as Document[] | undefined) ?? []).map(({ q, hint }) =>
      lookup(name, collection, q, undefined, hint),
    );
  switch (name) {
    case 'find':
      return [lookup(name, collection, command.filter, command.sort, command.hint)];
    case 'count':
    case 'distinct':
      return [lookup(name, collection, command.query)];
    case 'findAndModify':
      return [lookup(name, collection, command.query, command.sort)];
    case 'update':
      return statements('updates');
    case 'delete':
      return statements('deletes');
    case 'aggregate':
      return typeof collection === 'string' ? ofPipeline(collection, (command.pipeline as Document[]) ?? []) : [];
    default:
      return [];
  }
}

/** True for a literal such as a state or the type of an event, which partial indexes use. */
function isWord(value: unknown): boolean {
  return typeof value === 'boolean' || value === null || (typeof value === 'string' && /^[a-z_.]{1,20}$/.test(value));
}

/** Shape shared by all queries that differ only in their values. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((each) => JSON.stringify(shapeOf(each))))].sort();
  if (isDocument(value))
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((name) => [name, shapeOf(value[name])]),
    );
  return isWord(value) ? value : '?';
}

/** Copy with long lists shortened. */
export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, listMax).map(shortened);
  if (isDocument(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
  return value;
}
