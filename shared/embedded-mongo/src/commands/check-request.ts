import { type Document, isDocument, isNumeric, toNumber, type Value } from '../bson/values.ts';
import { badValue, MongoError, notSupported } from '../errors.ts';
import type { Call, Command } from './command.ts';

/** Fields that every command accepts. */
const generic = new Set(
  `$db lsid txnNumber autocommit startTransaction $clusterTime $readPreference readConcern writeConcern comment maxTimeMS
  maxTimeMSOpOnly apiVersion apiStrict apiDeprecationErrors stmtId stmtIds $audit $client $configServerState
  $oplogQueryData $queryOptions $replData`.split(/\s+/),
);

/** Commands in version 1 of MongoDB's Stable API. */
const stable = new Set(
  `abortTransaction aggregate bulkWrite collMod commitTransaction count create createIndexes delete drop dropDatabase
  dropIndexes endSessions explain find findAndModify getMore hello insert killCursors listCollections listDatabases
  listIndexes ping refreshSessions update`.split(/\s+/),
);

/** The only supported stage that is not part of the Stable API. */
const unstableStage = '$listLocalSessions';

function isAsked(value: Value | undefined): boolean {
  return value !== undefined && value !== null && value !== false;
}

/** Rejects unknown fields, and known fields that have no effect here. The server never ignores a client's request. */
function checkFields(call: Call, command: Command): void {
  if (!command.fields) return;
  for (const name of [...Object.keys(call.body), ...call.sequences.keys()]) {
    if (name === call.name || generic.has(name) || command.fields.includes(name)) continue;
    if (!command.refusedFields?.includes(name))
      throw new MongoError(40415, `BSON field '${call.name}.${name}' is an unknown field.`);
    if (isAsked(call.body[name])) throw notSupported(`${call.name} with ${name}`);
  }
}

function checkApiVersion({ apiVersion, apiStrict, pipeline }: Document, name: string): void {
  if (apiVersion === undefined) {
    if (apiStrict !== undefined) throw badValue('apiStrict needs apiVersion as well');
    return;
  }
  if (apiVersion !== '1') throw new MongoError(322, `API version must be "1", not ${JSON.stringify(apiVersion)}`);
  if (apiStrict === true && !stable.has(name))
    throw new MongoError(323, `Provided apiStrict:true, but the command ${name} is not in API Version 1`);
  const stages = Array.isArray(pipeline) ? pipeline : [];
  if (apiStrict === true && stages.some((stage) => isDocument(stage) && stage[unstableStage] !== undefined))
    throw new MongoError(323, `stage ${unstableStage} is not allowed with 'apiStrict: true' in API Version 1`);
}

function checkTimeLimit({ maxTimeMS }: Document): void {
  if (maxTimeMS === undefined) return;
  if (!isNumeric(maxTimeMS)) throw new MongoError(14, 'maxTimeMS must be a number');
  const limitMs = toNumber(maxTimeMS);
  if (!Number.isInteger(limitMs) || limitMs < 0 || limitMs > 2_147_483_647)
    throw badValue(`${limitMs} value for maxTimeMS is out of range [0, 2147483647]`);
}

const levels = ['local', 'available', 'majority', 'linearizable', 'snapshot'];
const levelsInTransaction = ['local', 'majority', 'snapshot'];

/** A single member has a single state of the data, so all levels except snapshot behave alike. */
function checkReadConcern({ readConcern, autocommit, startTransaction }: Document): void {
  if (readConcern === undefined) return;
  if (!isDocument(readConcern)) throw new MongoError(14, "BSON field 'readConcern' is the wrong type");
  const { level, atClusterTime } = readConcern;
  if (atClusterTime !== undefined) throw notSupported('readConcern with atClusterTime');
  if (level !== undefined && !levels.includes(String(level)))
    throw badValue(`Enumeration value '${String(level)}' for field 'readConcern.level' is not a valid value.`);
  const isInTransaction = autocommit === false;
  if (isInTransaction && startTransaction !== true)
    throw new MongoError(72, 'Only the first command in a transaction may specify a readConcern');
  if (isInTransaction && level !== undefined && !levelsInTransaction.includes(String(level)))
    throw new MongoError(
      72,
      `The readConcern level must be local, majority or snapshot in a transaction, not ${level}`,
    );
  if (!isInTransaction && level === 'snapshot') throw notSupported('readConcern snapshot outside of transactions');
}

function checkWriteConcern(call: Call): void {
  const isEnd = call.name === 'commitTransaction' || call.name === 'abortTransaction';
  if (call.body.autocommit === false && call.body.writeConcern !== undefined && !isEnd)
    throw new MongoError(72, 'writeConcern is not allowed within a multi-statement transaction');
}

/** Rejects requests that are invalid for any command. */
export function checkRequest(call: Call, command: Command): void {
  const { body } = call;
  if (typeof body.$db !== 'string') throw new MongoError(40571, 'OP_MSG requests require a $db argument');
  if (body.$clusterTime !== undefined && !isDocument(body.$clusterTime))
    throw new MongoError(14, "BSON field '$clusterTime' is the wrong type, expected type 'object'");
  checkFields(call, command);
  checkApiVersion(body, call.name);
  checkTimeLimit(body);
  checkReadConcern(body);
  checkWriteConcern(call);
  if (command.isAdministrative && body.$db !== 'admin')
    throw new MongoError(13, `${call.name} may only be run against the admin database.`);
}
