import { type Static, Type } from 'typebox';
import { mayAdminister } from '../../domain/members/role.ts';
import { taskSkipReasons, taskStates, taskTypes } from '../../domain/tasks/task-state.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { findTask, type TaskRecord } from '../../store/tasks/task-store.ts';

export const taskIdInput = { taskId: Id('tsk', 'The task.') };

export const TaskView = Named(
  'Task',
  Type.Object({
    id: Type.String({ description: 'tsk_….' }),
    type: OneOf(taskTypes, { description: 'What is to be done.' }),
    title: Type.String({ description: 'In one line.' }),
    instructions: Type.String({ description: 'What to do, in full; may be empty.' }),
    state: OneOf(taskStates, { description: 'open until somebody completes or skips it.' }),
    skipReason: Nullable(
      OneOf(taskSkipReasons, {
        description: 'user: somebody skipped it; condition_not_met; sequence_ended: e.g. the person has answered.',
      }),
    ),
    dueAt: Timestamp('When it is due.'),
    ownerId: Nullable(Type.String({ description: 'The member who is to do it; null: anybody.' })),
    campaignId: Nullable(Type.String({ description: 'Campaign that it is a step of; null with type privacy.' })),
    enrollmentId: Nullable(
      Type.String({ description: 'Enrollment that goes on when it is done; null with type privacy.' }),
    ),
    contactId: Nullable(
      Type.String({ description: 'Contact that it is about; null with type privacy if the address is unknown.' }),
    ),
    stepId: Nullable(Type.String({ description: 'Step of the campaign; null with type privacy.' })),
    stepIndex: Nullable(Type.Integer({ description: 'Place of the step, from 0; null with type privacy.' })),
    replyId: Nullable(Type.String({ description: 'Reply with the request for erasure; null for other types.' })),
    outcome: Nullable(Type.String({ description: 'What came of it, in the words of who did it.' })),
    closedAt: Nullable(Timestamp('When it was completed or skipped.')),
    closedBy: Nullable(Type.String({ description: 'Who completed or skipped it.' })),
    createdAt: Timestamp('When the sequence came to it.'),
    updatedAt: Timestamp('When it last changed.'),
    version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
  }),
);

export function toTaskView({ workspaceId: _own, isAnnounced: _a, ...task }: TaskRecord): Static<typeof TaskView> {
  return {
    ...task,
    replyId: task.replyId ?? null,
    dueAt: task.dueAt.toISOString(),
    closedAt: task.closedAt?.toISOString() ?? null,
    createdAt: task.createdAt.toISOString(),
    updatedAt: task.updatedAt.toISOString(),
  };
}

/** A request for erasure belongs to the owners and admins. */
export function requireAdminsTask({ type }: Pick<TaskRecord, 'type'>, { role }: Pick<ActionContext, 'role'>): void {
  if (type !== 'privacy' || role === undefined || mayAdminister(role)) return;
  throw new AppError('missing_scope', 'A request for erasure belongs to the owners and admins of the workspace.');
}

export async function requireTask(taskId: string, ctx: ActionContext): Promise<TaskRecord> {
  const task = await findTask(ctx.workspaceId, taskId);
  if (task === null) throw notFound('task', taskId);
  return task;
}
