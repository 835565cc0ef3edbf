import { Type } from 'typebox';
import { OneOf, Timestamp } from '../../../schema/schema.ts';
import { field } from '../../fields/fields.ts';

export const webhookStates = ['active', 'paused', 'disabled'] as const;
const pauseReasons = ['user', 'failing', 'gone'] as const;

const own = { isAlways: true } as const;

/** Fields of a webhook endpoint, in display order. */
// biome-ignore format: a table.
export const webhookFields = {
  id: field(Type.String({ description: 'whk_….' }), { ...own, isStored: false }),
  url: field(Type.String({ description: 'Where events are delivered.' }), own),
  description: field(Type.String({ description: 'What the endpoint is for.' }), { initial: '' }),
  eventTypes: field(Type.Array(Type.String(), { description: 'Empty: all.' }), { initial: [] }),
  state: field(OneOf(webhookStates, { description: 'disabled: the endpoint said that it is gone (410).' }), { initial: 'active' }),
  pauseReason: field(OneOf(pauseReasons, { description: 'Why nothing is delivered, when paused.' }), { initial: null }),
  failureCount: field(Type.Integer({ description: 'Failed attempts since the last success.' }), { initial: 0 }),
  failingSince: field(Timestamp('First failure since the last success.'), { isTime: true }),
  lastSuccessAt: field(Timestamp('Last delivery taken.'), { initial: null, isTime: true }),
  lastError: field(Type.String({ description: 'Why the last attempt failed.' }), { initial: null, foreign: 'name' }),
  secretRotatedAt: field(Timestamp('The secret before this one signs for 24 hours more.'), { isStored: false }),
  createdAt: field(Timestamp('When it was created.'), { ...own, isTime: true }),
  updatedAt: field(Timestamp('When its settings changed last.'), { ...own, isTime: true }),
  version: field(Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }), { initial: 1 }),
};
