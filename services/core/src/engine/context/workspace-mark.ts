import { countWaiting } from '../../store/approvals/approval-store.ts';
import { listEvents } from '../../store/events/event-store.ts';
import { newestNotification } from '../../store/events/notifications/notification-store.ts';
import { listJobs } from '../../store/jobs/job-store.ts';

const jobsMax = 5;
const waitingMax = 100;

/** Changes after anything that an open page shows: events, approvals, job progress, notifications. */
export async function workspaceMark(workspaceId: string, now: Date): Promise<string> {
  const newest = { limit: 1, sort: '-id' };
  const [events, waiting, jobs, notification] = await Promise.all([
    listEvents(workspaceId, {}, newest),
    countWaiting(workspaceId, waitingMax, now),
    listJobs(workspaceId, {}, { limit: jobsMax, sort: '-id' }),
    newestNotification(workspaceId),
  ]);
  const progress = jobs.items.map(({ id, state, done }) => `${id} ${state} ${done}`);
  return [events.items[0]?.id, waiting, notification, ...progress].join('\n');
}
