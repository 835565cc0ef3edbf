import { findMessagesOfEnrollment, type MessageRecord } from '../../../store/messages/message-store.ts';
import { findTasksOfEnrollment } from '../../../store/tasks/task-store.ts';

export interface PassedSteps {
  /** Steps that are behind the enrollment: sent, done, or left out by their condition. In their order. */
  passed: { stepId: string | null; stepIndex: number | null }[];
  /** The last message that went out. */
  lastSent: MessageRecord | null;
  /** When the last of them ended; null: none has. */
  endedAt: Date | null;
  /** Whether a message waits to be sent, or a task to be done. */
  isWaiting: boolean;
}

const waitingStates: readonly MessageRecord['state'][] = [
  'draft',
  'awaiting_approval',
  'approved',
  'scheduled',
  'sending',
];

/** How far an enrollment has come. */
export async function passedSteps(workspaceId: string, enrollmentId: string): Promise<PassedSteps> {
  const messages = await findMessagesOfEnrollment(workspaceId, enrollmentId);
  const tasks = await findTasksOfEnrollment(workspaceId, enrollmentId);
  const sent = messages.filter(({ state }) => state === 'sent' || state === 'unconfirmed');
  const leftOut = messages.filter(({ skipReason }) => skipReason === 'condition_not_met');
  const passed = [
    ...[...sent, ...leftOut].map(({ stepId, stepIndex, sentAt, updatedAt }) => ({
      ...{ stepId, stepIndex },
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
