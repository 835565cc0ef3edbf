import { Type } from 'typebox';
import { Nullable, OneOf, Timestamp } from '../../../schema/schema.ts';
import { field } from '../../fields/fields.ts';

export const webhookStates = ['active', 'paused', 'disabled'] as const;
export const webhookPayloads = ['thin', 'full'] as const;
export const batchSizeMax = 100;
const pauseReasons = ['user', 'failing', 'gone'] as const;

const own = { isAlways: true } as const;

/** Fields of a webhook endpoint, in display order. */
// biome-ignore format: a table.
export const webhookFields = {
  id: field(Type.String({ description: 'whk_….' }), { ...own, isStored: false }),
  url: field(Type.String({ description: 'URL that receives the events.' }), own),
  description: field(Type.String({ description: 'Purpose of the endpoint.' }), { initial: '' }),
  eventTypes: field(Type.Array(Type.String(), { description: 'Empty: all.' }), { initial: [] }),
  payload: field(OneOf(webhookPayloads, { description: 'thin: the details of the event. full: also the record, as it is at the time of delivery.' }), { initial: 'thin' }),
  batchSize: field(Type.Integer({ minimum: 1, maximum: batchSizeMax, description: 'Maximum events per request. More than 1 changes the body to {workspaceId, events}.' }), { initial: 1 }),
  state: field(OneOf(webhookStates, { description: 'disabled: the endpoint returned 410 (gone).' }), { initial: 'active' }),
  pauseReason: field(OneOf(pauseReasons, { description: 'Reason for the pause.' }), { initial: null }),
  failureCount: field(Type.Integer({ description: 'Failed attempts since the last success.' }), { initial: 0 }),
  failingSince: field(Timestamp('First failure since the last success.'), { isTime: true }),
  lastSuccessAt: field(Timestamp('Last successful delivery.'), { initial: null, isTime: true }),
  lastError: field(Type.String({ description: 'Reason the last attempt failed.' }), { initial: null, foreign: 'name' }),
  breaker: field(Type.Object({
    state: OneOf(['closed', 'open'], { description: 'open: it did not answer several times in a row, so one event a minute is tried until it does.' }),
    nextProbeAt: Nullable(Timestamp('Time of the next attempt while it is open.')),
  }, { description: 'Circuit breaker.' }), { ...own, isStored: false }),
  secretRotatedAt: field(Timestamp('Time of the last rotation. The previous secret signs for another 24 hours.'), { isStored: false }),
  createdAt: field(Timestamp('Creation time.'), { ...own, isTime: true }),
  updatedAt: field(Timestamp('Time of the last settings change.'), { ...own, isTime: true }),
  version: field(Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }), { initial: 1 }),
};
