import { type Document, isDocument, isNumeric, toNumber } from '../bson/values.ts';
import { badValue, MongoError, notSupported } from '../errors.ts';
import type { Condition, Matcher } from '../query/condition.ts';
import { compileFilter, fieldsOf, matcherOf } from '../query/match.ts';

export interface IndexField {
  path: string;
  parts: readonly string[];
  direction: 1 | -1;
}

export interface Index {
  id: number;
  name: string;
  /** The SQLite table. */
  table: string;
  fields: readonly IndexField[];
  directions: readonly number[];
  isUnique: boolean;
  isSparse: boolean;
  isHidden: boolean;
  partial?: Matcher;
  partialConditions?: readonly Condition[];
  /** Top-level fields that determine the keys of a document. Undefined if any field can. */
  heads?: readonly string[] | undefined;
  expireAfterSeconds?: number;
  /** One bit for each field that has ever passed through an array in any document. */
  multikey: number;
  /** Number of the commit that created it. Older snapshots do not contain it. */
  createdAt: number;
  /** True while writers update it but it is still incomplete, so readers cannot use it. */
  isBuilding: boolean;
  specification: Document;
}

const fieldsMax = 31;
const refusedKinds = new Set(['text', '2d', '2dsphere', 'geoHaystack', 'hashed', 'columnstore']);
const known = new Set([
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'hidden',
  'partialFilterExpression',
  'expireAfterSeconds',
  'background',
  'ns',
  'commitQuorum',
  'collation',
  // Options of text indexes. They have no effect on other indexes.
  'language_override',
  'default_language',
]);

function parseFields(key: Document): IndexField[] {
  const entries = Object.entries(key);
  if (entries.length === 0) throw new MongoError(67, 'Index keys cannot be an empty object');
  if (entries.length > fieldsMax) throw new MongoError(13103, `an index may have at most ${fieldsMax} fields`);
  return entries.map(([path, direction]) => {
    if (typeof direction === 'string') {
      if (refusedKinds.has(direction)) throw notSupported(`the index type ${direction}`);
      throw new MongoError(67, `Unknown index plugin '${direction}'`);
    }
    if (!isNumeric(direction) || toNumber(direction) === 0) {
      throw new MongoError(67, 'Values in v:2 index key pattern must be numbers other than 0 or strings');
    }
    if (path.includes('$**')) throw notSupported('a wildcard index');
    if (path === '' || path.split('.').includes(''))
      throw new MongoError(67, 'Index keys cannot contain an empty field');
    return { path, parts: path.split('.'), direction: toNumber(direction) > 0 ? 1 : -1 };
  });
}

export function defaultName(key: Document): string {
  return Object.entries(key)
    .map(([path, direction]) => `${path}_${typeof direction === 'string' ? direction : toNumber(direction)}`)
    .join('_');
}

const partialOperators = new Set(['$eq', '$exists', '$gt', '$gte', '$in', '$lt', '$lte', '$type']);

/** As in MongoDB, a partial filter can only require that values are present. */
function checkPartial(conditions: readonly Condition[]): void {
  for (const { branches, operator = '', test } of conditions) {
    if (branches) checkPartial(branches.flat());
    else if (!partialOperators.has(operator) || (operator === '$exists' && test({})))
      throw new MongoError(67, `Expression not supported in partial index: ${operator || 'this one'}`);
  }
}

/** Returns the specification as listIndexes shows it. Rejects unknown options. */
export function normaliseSpecification(specification: Document): Document {
  for (const option of Object.keys(specification)) {
    if (!known.has(option)) {
      throw new MongoError(197, `The field '${option}' is not valid for an index specification or is not supported`);
    }
  }
  if (!isDocument(specification.key)) throw new MongoError(9, "The 'key' field is required for an index specification");
  if (specification.collation !== undefined && isDocument(specification.collation)) {
    if (specification.collation.locale !== 'simple') throw notSupported('an index with a collation');
  }
  const {
    v: _version,
    key,
    name,
    ns: _namespace,
    background: _background,
    collation: _collation,
    ...rest
  } = specification;
  if (name !== undefined && typeof name !== 'string') throw new MongoError(14, "The field 'name' must be a string");
  if (isDocument(rest.partialFilterExpression)) checkPartial(compileFilter(rest.partialFilterExpression));
  for (const option of ['unique', 'sparse', 'hidden'] as const) if (rest[option] === false) delete rest[option];
  return { v: 2, key, name: name ?? defaultName(key), ...rest };
}

export function defineIndex(id: number, specification: Document, multikey: number, createdAt: number): Index {
  const fields = parseFields(specification.key as Document);
  const index: Index = {
    id,
    name: specification.name as string,
    table: `x${id}`,
    fields,
    directions: fields.map((field) => field.direction),
    isUnique: specification.unique === true || specification.name === '_id_',
    isSparse: specification.sparse === true,
    isHidden: specification.hidden === true,
    multikey,
    createdAt,
    isBuilding: false,
    specification,
  };
  index.heads = fields.map(({ parts }) => parts[0]!);
  if (specification.partialFilterExpression !== undefined) addPartial(index, specification.partialFilterExpression);
  if (specification.expireAfterSeconds !== undefined) addExpiry(index, specification);
  return index;
}

function addPartial(index: Index, expression: unknown): void {
  if (!isDocument(expression as Document)) throw badValue('partialFilterExpression must be an object');
  const conditions = compileFilter(expression as Document);
  index.partialConditions = conditions;
  index.partial = matcherOf(conditions);
  const looked = fieldsOf(conditions);
  index.heads = looked && [...new Set([...index.heads!, ...looked])];
}

function addExpiry(index: Index, specification: Document): void {
  const seconds = toNumber(specification.expireAfterSeconds);
  if (!isNumeric(specification.expireAfterSeconds) || seconds < 0 || seconds > 2_147_483_647) {
    throw new MongoError(67, 'TTL index expireAfterSeconds must be a number from 0 to 2147483647');
  }
  if (index.fields.length !== 1 || index.fields[0]!.path === '_id') {
    throw new MongoError(67, 'TTL indexes are single-field indexes, and not on _id');
  }
  index.expireAfterSeconds = seconds;
}
