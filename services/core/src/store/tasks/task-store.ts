import {
  type TaskSkipReason,
  type TaskState,
  type TaskType,
  taskSkipReasons,
  taskStates,
  taskTypes,
} from '../../domain/tasks/task-state.ts';
import { given } from '../../domain/values/given.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { defineModel, StoredSchema, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';

/** Work for a person: a step of a sequence, which continues when it is closed, or a request for erasure. */
export interface TaskDoc {
  _id: string;
  workspaceId: string;
  /** The step, its campaign, and its enrollment. Null for a privacy task. */
  campaignId: string | null;
  enrollmentId: string | null;
  stepId: string | null;
  stepIndex: number | null;
  /** Null if a request for erasure comes from an unknown address. */
  contactId: string | null;
  /** Reply with a request for erasure. Null for a step. */
  replyId?: string | null;
  type: TaskType;
  title: string;
  instructions: string;
  /** Assignee. Null means anyone. */
  ownerId: string | null;
  state: TaskState;
  skipReason: TaskSkipReason | null;
  dueAt: Date;
  /** True if the condition of its step was checked, and the event written, when it became due. */
  isAnnounced: boolean;
  /** Outcome, in the words of the person who completed it. */
  outcome: string | null;
  closedAt: Date | null;
  closedBy: string | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}
export type TaskRecord = Omit<TaskDoc, '_id'> & { id: string };

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

const text = { type: String, default: null };
const required = { type: String, required: true };

export const TaskModel = defineModel<TaskDoc>(
  'Task',
  'tasks',
  new StoredSchema<TaskDoc>({
    workspaceId: required,
    campaignId: text,
    enrollmentId: text,
    contactId: text,
    stepId: text,
    stepIndex: { type: Number, default: null },
    replyId: text,
    type: { ...required, enum: taskTypes },
    title: required,
    instructions: { type: String, default: '' },
    ownerId: text,
    state: { ...required, enum: taskStates },
    skipReason: { type: String, enum: [...taskSkipReasons, null], default: null },
    dueAt: { type: Date, required: true },
    isAnnounced: { type: Boolean, default: false },
    outcome: text,
    closedAt: { type: Date, default: null },
    closedBy: text,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, default: 1 },
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
);

export async function insertTasks(workspaceId: string, tasks: NewTask[], now: Date): Promise<void> {
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
