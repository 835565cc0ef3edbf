import { ObjectId } from 'bson';
import type { WriteTarget } from '../../aggregate/stage.ts';
import { encodeDocument } from '../../bson/encode.ts';
import type { Document } from '../../bson/values.ts';
import { MongoError } from '../../errors.ts';
import { View } from '../../planner/view.ts';
import { compileFilter } from '../../query/match.ts';
import type { Collection } from '../../storage/collection.ts';
import { idIndex } from '../../storage/collection.ts';
import { duplicateKey } from '../../storage/record-writer.ts';
import type { Call } from '../command.ts';
import { findRows } from '../reading/find-rows.ts';
import { storable } from './insert.ts';

/** How $out and $merge write. */
export function writeTargetOf(call: Call): WriteTarget {
  const { catalogue } = call.server.store;
  const open = (database: string, name: string) =>
    catalogue.find(database, name) ?? catalogue.create(database, name, {}, ++call.server.store.sequence);
  return {
    replaceCollection: (database, name, documents) => {
      const collection = open(database, name);
      for (const found of [
        ...findRows(new View(call.server.store, undefined), collection, { conditions: [], context: {} }),
      ].flat()) {
        call.server.transactions.replace(collection, found.row, found.document, undefined, undefined);
      }
      for (const document of documents) insertInto(call, collection, document);
    },
    merge: (database, name, document, options) => mergeInto(call, open(database, name), document, options),
  };
}

function insertInto(call: Call, collection: Collection, document: Document): void {
  const record = storable(document, undefined);
  call.server.transactions.insert(collection, record.bytes, record.document, undefined);
}

function mergeInto(call: Call, collection: Collection, document: Document, options: Document): void {
  const complete: Document = document._id === undefined ? { _id: new ObjectId(), ...document } : document;
  const on = options.on === undefined ? ['_id'] : ([options.on].flat() as string[]);
  const filter = Object.fromEntries(on.map((path) => [path, { $eq: complete[path] ?? null }]));
  const query = { conditions: compileFilter(filter), context: {}, limit: 1 };
  const [found] = [...findRows(new View(call.server.store, undefined), collection, query)].flat();
  if (!found) {
    if (options.whenNotMatched === 'fail')
      throw new MongoError(13113, '$merge could not find a matching document in the target collection');
    if (options.whenNotMatched !== 'discard') insertInto(call, collection, complete);
    return;
  }
  if (options.whenMatched === 'keepExisting') return;
  if (options.whenMatched === 'fail') throw duplicateKey(collection, idIndex(collection), complete);
  const merged = options.whenMatched === 'replace' ? complete : { ...found.document, ...complete };
  const after: Document = { ...merged, _id: found.document._id! };
  const bytes = encodeDocument(after);
  if (!bytes.equals(found.bytes)) {
    call.server.transactions.replace(collection, found.row, found.document, storable(after, bytes), undefined);
  }
}
