import { type Static, Type } from 'typebox';
import { taskSkipReasons, taskStates, taskTypes } from '../../domain/tasks/task-state.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { notFound } from '../../errors/errors.ts';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { findTask, type TaskRecord } from '../../store/tasks/task-store.ts';

export const taskIdInput = { taskId: Id('tsk', 'The task.') };

export const TaskView = Named(
  'Task',
  Type.Object({
    id: Type.String({ description: 'tsk_….' }),
    type: OneOf(taskTypes, { description: 'Type of the task.' }),
    title: Type.String({ description: 'Title.' }),
    instructions: Type.String({ description: 'Instructions. Can be empty.' }),
    state: OneOf(taskStates, { description: 'open until someone completes or skips it.' }),
    skipReason: Nullable(
      OneOf(taskSkipReasons, {
        description: 'user: someone skipped it. condition_not_met. sequence_ended: for example, the person replied.',
      }),
    ),
    dueAt: Timestamp('Due time.'),
    ownerId: Nullable(Type.String({ description: 'Assignee. Null: anyone.' })),
    campaignId: Type.String({ description: 'Campaign of the step.' }),
    enrollmentId: Type.String({ description: 'Enrollment that continues when it is done.' }),
    contactId: Type.String({ description: 'Contact of the task.' }),
    stepId: Type.String({ description: 'Step of the campaign.' }),
    stepIndex: Type.Integer({ description: 'Index of the step, from 0.' }),
    outcome: Nullable(Type.String({ description: 'Result, in the words of the person who did it.' })),
    closedAt: Nullable(Timestamp('Time at which it was completed or skipped.')),
    closedBy: Nullable(Type.String({ description: 'Person who completed or skipped it.' })),
    createdAt: Timestamp('Time at which the sequence reached it.'),
    updatedAt: Timestamp('Time of the last change.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);

export function toTaskView({ workspaceId: _own, isAnnounced: _a, ...task }: TaskRecord): Static<typeof TaskView> {
  return {
    ...task,
    dueAt: task.dueAt.toISOString(),
    closedAt: task.closedAt?.toISOString() ?? null,
    createdAt: task.createdAt.toISOString(),
    updatedAt: task.updatedAt.toISOString(),
  };
}

export async function requireTask(taskId: string, ctx: ActionContext): Promise<TaskRecord> {
  const task = await findTask(ctx.workspaceId, taskId);
  if (task === null) throw notFound('task', taskId);
  return task;
}
