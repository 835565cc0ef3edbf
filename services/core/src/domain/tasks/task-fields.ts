import { Type } from 'typebox';
import { OneOf, Timestamp } from '../../schema/schema.ts';
import { field } from '../fields/fields.ts';
import { taskSkipReasons, taskStates, taskTypes } from './task-state.ts';

const own = { isAlways: true } as const;

/** Fields of a task, in display order. */
// biome-ignore format: a table.
export const taskFields = {
  id: field(Type.String({ description: 'tsk_….' }), { ...own, isStored: false }),
  type: field(OneOf(taskTypes, { description: 'What is to be done.' }), own),
  title: field(Type.String({ description: 'In one line.' }), own),
  instructions: field(Type.String({ description: 'What to do, in full; may be empty.' }), { initial: '' }),
  state: field(OneOf(taskStates, { description: 'open until somebody completes or skips it.' }), own),
  skipReason: field(OneOf(taskSkipReasons, { description: 'user: somebody skipped it; condition_not_met; sequence_ended: e.g. the person has answered.' }), { initial: null }),
  dueAt: field(Timestamp('When it is due.'), { ...own, isTime: true }),
  ownerId: field(Type.String({ description: 'The member who is to do it; null: anybody.' }), { initial: null }),
  campaignId: field(Type.String({ description: 'Campaign that it is a step of.' }), own),
  enrollmentId: field(Type.String({ description: 'Enrollment that goes on when it is done.' }), own),
  contactId: field(Type.String({ description: 'Whom it is about.' }), own),
  stepId: field(Type.String({ description: 'Step of the campaign.' }), own),
  stepIndex: field(Type.Integer({ description: 'Place of the step, from 0.' }), own),
  outcome: field(Type.String({ description: 'What came of it, in the words of who did it.' }), { initial: null }),
  closedAt: field(Timestamp('When it was completed or skipped.'), { initial: null, isTime: true }),
  closedBy: field(Type.String({ description: 'Who completed or skipped it.' }), { initial: null }),
  createdAt: field(Timestamp('When the sequence came to it.'), { ...own, isTime: true }),
  updatedAt: field(Timestamp('When it last changed.'), { ...own, isTime: true }),
  version: field(Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }), { initial: 1 }),
};
