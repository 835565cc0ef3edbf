import type { Static } from 'typebox';
import { viewSchema } from '../../domain/fields/field-views.ts';
import { mayAdminister } from '../../domain/members/role.ts';
import { taskFields } from '../../domain/tasks/task-fields.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { Id, Named } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { findTask, type TaskRecord } from '../../store/tasks/task-store.ts';

export const taskIdInput = { taskId: Id('tsk', 'The task.') };

export const TaskView = Named('Task', viewSchema(taskFields));

export function toTaskView(task: TaskRecord): Static<typeof TaskView> {
  return viewOf(TaskView, task, {});
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
