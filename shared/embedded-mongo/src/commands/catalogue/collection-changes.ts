import { type Document, toNumber } from '../../bson/values.ts';
import { notSupported } from '../../errors.ts';
import type { Collection } from '../../storage/collection.ts';
import type { Call, Command } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { findIndexes, requireCollection } from './index-commands.ts';

function changeIndex(call: Call, collection: Collection, reply: Reply): void {
  const change = call.document('index');
  const [index] = findIndexes(collection, change.name ?? change.keyPattern);
  const specification = { ...index!.specification };
  if (change.expireAfterSeconds !== undefined) {
    if (specification.expireAfterSeconds !== undefined) reply.expireAfterSeconds_old = specification.expireAfterSeconds;
    specification.expireAfterSeconds = toNumber(change.expireAfterSeconds);
    reply.expireAfterSeconds_new = specification.expireAfterSeconds;
  }
  if (change.hidden !== undefined) specification.hidden = change.hidden === true;
  call.engine.store.catalogue.indexes.change(index!, specification);
}

/** Changes the expiry or the hidden flag of an index, or the validator. */
function collMod(call: Call): Reply {
  const collection = requireCollection(call);
  const { body } = call;
  checkValidation(body);
  const reply: Reply = {};
  if (body.index !== undefined) changeIndex(call, collection, reply);
  if (body.validator !== undefined) {
    const options = collection.specification.options as Document;
    call.engine.store.catalogue.changeOptions(collection, { ...options, validator: call.document('validator') });
  }
  return { ...reply, ok };
}

/** Only the strictest form of validation is supported. */
export function checkValidation(options: Document): void {
  if (options.validationLevel !== undefined && options.validationLevel !== 'strict') {
    throw notSupported(`validationLevel ${String(options.validationLevel)}`);
  }
  if (options.validationAction !== undefined && options.validationAction !== 'error') {
    throw notSupported(`validationAction ${String(options.validationAction)}`);
  }
}

export const collModCommand: Command = {
  names: ['collMod'],
  isWrite: true,
  fields: ['index', 'validator', 'validationLevel', 'validationAction'],
  refusedFields: `viewOn pipeline changeStreamPreAndPostImages expireAfterSeconds timeseries cappedSize cappedMax dryRun
    prepareUnique`.split(/\s+/),
  run: collMod,
};
