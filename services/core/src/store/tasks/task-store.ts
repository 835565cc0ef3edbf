import { taskFields } from '../../domain/tasks/task-fields.ts';
import type { TaskState, TaskType } from '../../domain/tasks/task-state.ts';
import { given } from '../../domain/values/given.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { pathsOf } from '../documents/field-paths.ts';
import { findPage } from '../documents/find-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { boolean, string, withDefault } from '../documents/paths.ts';

/** Work for a person: a step of a sequence, which continues when it is closed, or a request for erasure. */
export type TaskDoc = DocOf<typeof TaskModel>;
export type TaskRecord = RecordOf<TaskDoc>;

/** Task that is a step of a sequence. */
export type StepTask = TaskRecord & {
  campaignId: string;
  enrollmentId: string;
  stepId: string;
  stepIndex: number;
  contactId: string;
};

export function isStepTask(task: TaskRecord): task is StepTask {
  return task.enrollmentId !== null;
}

export type NewTask = Pick<
  StepTask,
  | 'campaignId'
  | 'enrollmentId'
  | 'contactId'
  | 'stepId'
  | 'stepIndex'
  | 'type'
  | 'title'
  | 'instructions'
  | 'ownerId'
  | 'dueAt'
>;

export const TaskModel = defineModel(
  'Task',
  'tasks',
  stored({
    workspaceId: string,
    ...pathsOf(taskFields),
    /** True if the condition of its step was checked, and the event written, when it became due. */
    isAnnounced: withDefault(boolean, false),
  })
    .index({ workspaceId: 1, dueAt: 1, _id: 1 })
    .index({ workspaceId: 1, state: 1, dueAt: 1, _id: 1 })
    .index({ workspaceId: 1, ownerId: 1, state: 1, dueAt: 1, _id: 1 })
    .index({ workspaceId: 1, campaignId: 1, state: 1, dueAt: 1 })
    .index({ workspaceId: 1, enrollmentId: 1 })
    .index({ workspaceId: 1, contactId: 1 })
    // One privacy task per reply.
    .index({ workspaceId: 1, replyId: 1 }, { unique: true, partialFilterExpression: { type: 'privacy' } })
    // Index for the worker's sweep over all workspaces.
    .index({ dueAt: 1 }, { partialFilterExpression: { isAnnounced: false } }),
  'task',
);

/** Returns the IDs, in order. */
export async function insertTasks(workspaceId: string, tasks: readonly NewTask[], now: Date): Promise<string[]> {
  const rest = { state: 'open', skipReason: null, isAnnounced: false, outcome: null, closedAt: null, closedBy: null };
  const documents = tasks.map((task) => ({
    ...task,
    ...rest,
    _id: newId('tsk'),
    workspaceId,
    createdAt: now,
    updatedAt: now,
    version: 1,
  }));
  await insertDocuments<TaskDoc>(TaskModel, documents as TaskDoc[]);
  return documents.map(({ _id }) => _id);
}

export async function findTask(workspaceId: string, taskId: string): Promise<TaskRecord | null> {
  const found = await TaskModel.findOne({ workspaceId, _id: taskId }).lean<TaskDoc>();
  return found && toRecord(found);
}

const perEnrollmentMax = 100;

export async function findTasksOfEnrollment(workspaceId: string, enrollmentId: string): Promise<StepTask[]> {
  const found = await TaskModel.find({ workspaceId, enrollmentId })
    .sort({ _id: 1 })
    .limit(perEnrollmentMax)
    .lean<TaskDoc[]>();
  return found.map((task) => toRecord(task)).filter(isStepTask);
}

export interface TaskFilter {
  type?: TaskType;
  state?: TaskState;
  ownerId?: string;
  campaignId?: string;
  contactId?: string;
  dueBefore?: Date;
}

export function listTasks(
  workspaceId: string,
  { dueBefore, ...filter }: TaskFilter,
  page: PageRequest,
): Promise<PageResult<TaskRecord>> {
  const due = dueBefore === undefined ? {} : { dueAt: { $lte: dueBefore } };
  return findPage<TaskDoc>(TaskModel, { workspaceId, ...given(filter), ...due }, page);
}

export type TaskChanges = Partial<
  Pick<TaskRecord, 'state' | 'skipReason' | 'ownerId' | 'dueAt' | 'isAnnounced' | 'outcome' | 'closedAt' | 'closedBy'>
>;

/** Changes an open task. Returns null if it is no longer open, or no longer at this version. */
export async function updateOpenTask(
  { workspaceId, id, version }: Pick<TaskRecord, 'workspaceId' | 'id' | 'version'>,
  changes: TaskChanges,
  now: Date,
): Promise<TaskRecord | null> {
  const updated = await TaskModel.findOneAndUpdate(
    { workspaceId, _id: id, state: 'open', version },
    { $set: { ...changes, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<TaskDoc>();
  return updated && toRecord(updated);
}

/** Number of open tasks due by this time, up to a limit. */
export function countDueTasks(workspaceId: string, countedMax: number, now: Date): Promise<number> {
  return TaskModel.countDocuments({ workspaceId, state: 'open', dueAt: { $lte: now } }).limit(countedMax);
}

/** Open tasks that became due and were not checked yet, over all workspaces or in one. */
export async function findDueTasks(now: Date, limit: number, within: { workspaceId?: string }): Promise<TaskRecord[]> {
  const found = await TaskModel.find({ isAnnounced: false, dueAt: { $lte: now }, ...within })
    .sort({ dueAt: 1 })
    .limit(limit)
    .lean<TaskDoc[]>();
  return found.map(toRecord);
}
