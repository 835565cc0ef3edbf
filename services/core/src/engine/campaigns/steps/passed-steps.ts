import { findMessagesOfEnrollment, type MessageRecord } from '../../../store/messages/message-store.ts';
import { findTasksOfEnrollment } from '../../../store/tasks/task-store.ts';

export interface PassedSteps {
  /** Completed steps of the enrollment (sent, done, or skipped by their condition), in order. */
  passed: { stepId: string | null; stepIndex: number | null }[];
  /** Last message that was sent. */
  lastSent: MessageRecord | null;
  /** End of the last completed step. Null if no step is completed. */
  endedAt: Date | null;
  /** True if a message is queued or a task is open. */
  isWaiting: boolean;
}

const waitingStates: readonly MessageRecord['state'][] = [
  'draft',
  'awaiting_approval',
  'approved',
  'scheduled',
  'sending',
];

/** Progress of an enrollment through its sequence. */
export async function passedSteps(workspaceId: string, enrollmentId: string): Promise<PassedSteps> {
  const messages = await findMessagesOfEnrollment(workspaceId, enrollmentId);
  const tasks = await findTasksOfEnrollment(workspaceId, enrollmentId);
  const sent = messages.filter(({ state }) => state === 'sent' || state === 'unconfirmed');
  const leftOut = messages.filter(({ skipReason }) => skipReason === 'condition_not_met');
  const passed = [
    ...[...sent, ...leftOut].map(({ stepId, stepIndex, sentAt, updatedAt }) => ({
      stepId,
      stepIndex,
      endedAt: sentAt ?? updatedAt,
    })),
    ...tasks
      .filter(({ state }) => state !== 'open')
      .map(({ stepId, stepIndex, closedAt, updatedAt }) => ({ stepId, stepIndex, endedAt: closedAt ?? updatedAt })),
  ].sort((a, b) => (a.stepIndex ?? 0) - (b.stepIndex ?? 0) || a.endedAt.getTime() - b.endedAt.getTime());
  const times = passed.map(({ endedAt }) => endedAt.getTime());
  const isTaskOpen = tasks.some(({ state }) => state === 'open');
  return {
    passed,
    lastSent: sent.at(-1) ?? null,
    endedAt: times.length === 0 ? null : new Date(Math.max(...times)),
    isWaiting: isTaskOpen || messages.some(({ state }) => waitingStates.includes(state)),
  };
}
