import { Type } from 'typebox';
import { OneOf, Timestamp } from '../../schema/schema.ts';
import { field } from '../fields/fields.ts';
import { taskSkipReasons, taskStates, taskTypes } from './task-state.ts';

const own = { isAlways: true } as const;

/** Fields of a task, in display order. */
// biome-ignore format: a table.
export const taskFields = {
  id: field(Type.String({ description: 'tsk_….' }), { ...own, isStored: false }),
  type: field(OneOf(taskTypes, { description: 'Type of the task.' }), own),
  title: field(Type.String({ description: 'Title.' }), own),
  instructions: field(Type.String({ description: 'Instructions. Can be empty.' }), { initial: '' }),
  state: field(OneOf(taskStates, { description: 'open until someone completes or skips it.' }), own),
  skipReason: field(OneOf(taskSkipReasons, { description: 'user: someone skipped it. condition_not_met. sequence_ended: for example, the person replied.' }), { initial: null }),
  dueAt: field(Timestamp('Due time.'), { ...own, isTime: true }),
  ownerId: field(Type.String({ description: 'Assignee. Null: anyone.' }), { initial: null }),
  campaignId: field(Type.String({ description: 'Campaign of the step. Null for type privacy.' }), { initial: null }),
  enrollmentId: field(Type.String({ description: 'Enrollment that continues when it is done. Null for type privacy.' }), { initial: null }),
  contactId: field(Type.String({ description: 'Contact of the task. Null for type privacy if the address is unknown.' }), { initial: null }),
  stepId: field(Type.String({ description: 'Step of the campaign. Null for type privacy.' }), { initial: null }),
  stepIndex: field(Type.Integer({ description: 'Index of the step, from 0. Null for type privacy.' }), { initial: null }),
  replyId: field(Type.String({ description: 'Reply with the erasure request. Null for other types.' }), { initial: null }),
  outcome: field(Type.String({ description: 'Result, in the words of the person who did it.' }), { initial: null }),
  closedAt: field(Timestamp('Time at which it was completed or skipped.'), { initial: null, isTime: true }),
  closedBy: field(Type.String({ description: 'Person who completed or skipped it.' }), { initial: null }),
  createdAt: field(Timestamp('Time at which the sequence reached it.'), { ...own, isTime: true }),
  updatedAt: field(Timestamp('Time of the last change.'), { ...own, isTime: true }),
  version: field(Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }), { initial: 1 }),
};
