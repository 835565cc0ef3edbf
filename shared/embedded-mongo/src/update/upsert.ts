import { type Document, getField, isDocument, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { clone } from './clone.ts';
import { changeAtPath, type Positions } from './set-path.ts';

const positions: Positions = { filters: new Map(), matched: () => undefined };

/** Initial fields of an upserted document, from the equalities in the filter. */
export function documentFromFilter(filter: Document): Document {
  const document: Document = {};
  collect(filter, document);
  return document;
}

function collect(filter: Document, document: Document): void {
  for (const [name, operand] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(operand)) {
      for (const branch of operand) collect(branch as Document, document);
    } else if (name === '$or' && Array.isArray(operand) && operand.length === 1) {
      collect(operand[0] as Document, document);
    } else if (!name.startsWith('$')) {
      collectField(name, operand, document);
    }
  }
}

function collectField(path: string, operand: Value, document: Document): void {
  const isOperators = isDocument(operand) && Object.keys(operand)[0]?.startsWith('$') === true;
  if (!isOperators) {
    if ((operand as { _bsontype?: string } | null)?._bsontype !== 'BSONRegExp') assign(path, operand, document);
    return;
  }
  if (operand.$eq !== undefined) assign(path, operand.$eq, document);
  else if (Array.isArray(operand.$in) && operand.$in.length === 1) assign(path, operand.$in[0]!, document);
  else if (Array.isArray(operand.$all) && operand.$all.length === 1) assign(path, operand.$all[0]!, document);
}

function assign(path: string, value: Value, document: Document): void {
  const step = (old: Value | undefined) => {
    if (old !== undefined)
      throw new MongoError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
    return clone(value);
  };
  changeAtPath(document, path.split('.'), { path, positions, creates: true, isStrict: true, step });
}

/** Returns the document with _id as its first field. */
export function withIdFirst(document: Document, makeId: () => Value): Document {
  const { _id, ...rest } = document;
  const id = getField(document, '_id');
  return { _id: id === undefined ? makeId() : id, ...rest };
}
