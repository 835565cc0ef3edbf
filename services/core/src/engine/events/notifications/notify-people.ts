import { topicOf } from '../../../domain/events/notifications/notification-topic.ts';
import {
  hearsOf,
  type MailTime,
  type NotificationKind,
} from '../../../domain/events/notifications/notification-wishes.ts';
import type { Role } from '../../../domain/members/role.ts';
import { nextInWindow, weekdays } from '../../../domain/sending/send-window.ts';
import type { OutboundEvent } from '../../../store/events/event-store.ts';
import { addNotifications, type NewNotification } from '../../../store/events/notifications/notification-store.ts';
import { findJob } from '../../../store/jobs/job-store.ts';
import { findApiKey } from '../../../store/members/api-key-store.ts';
import { listMembers } from '../../../store/members/membership-store.ts';
import { findUsers } from '../../../store/members/user-store.ts';
import { findReply } from '../../../store/replies/reply-store.ts';
import { findWorkspace } from '../../../store/workspaces/workspace-store.ts';

/** Time for collecting events into one mail, in milliseconds. */
const gatheredMs = 30_000;

interface Matter {
  kind: NotificationKind;
  topic: string;
  eventId: string;
}

/** Adds notifications for the people who should get these events. Idempotent for repeated events. */
export async function notifyPeople(events: OutboundEvent[], now: Date): Promise<void> {
  const matters = Map.groupBy(
    events.flatMap((event) => {
      const topic = topicOf(event);
      return topic === null ? [] : [{ ...topic, eventId: event.id, workspaceId: event.workspaceId }];
    }),
    ({ workspaceId }) => workspaceId,
  );
  for (const [workspaceId, ofWorkspace] of matters) {
    // Five hundred messages of one campaign are one notification.
    const first = new Map(ofWorkspace.toReversed().map((matter) => [matter.topic, matter]));
    await addNotifications(await notificationsOf(workspaceId, [...first.values()], now), now);
  }
}

async function notificationsOf(workspaceId: string, matters: Matter[], now: Date): Promise<NewNotification[]> {
  const workspace = await findWorkspace(workspaceId);
  if (workspace === null) return [];
  const members = await listMembers(workspaceId);
  const users = new Map((await findUsers(members.map(({ userId }) => userId))).map((user) => [user.id, user]));
  const people = members.flatMap(({ userId, role, state }) => {
    const user = users.get(userId);
    return user && state === 'active' ? [{ ...user, role }] : [];
  });
  const found: NewNotification[] = [];
  for (const { kind, topic, eventId } of matters) {
    const starter = kind === 'jobs' ? await starterOf(workspaceId, topic) : undefined;
    const hearers = topic.startsWith('rpl_') ? await hearersOfReply(workspaceId, topic, people) : people;
    for (const { id: userId, role, notifications: wishes } of hearers) {
      if (!hearsOf(role, wishes, kind) || (kind === 'jobs' && userId !== starter)) continue;
      found.push({
        workspaceId,
        userId,
        topic,
        eventId,
        dueAt: mailDueAt(wishes.mail, now, workspace.settings.timeZone),
      });
    }
  }
  return found;
}

/** The reply's owner, otherwise the admins. */
async function hearersOfReply<Person extends { id: string; role: Role }>(
  workspaceId: string,
  replyId: string,
  people: Person[],
): Promise<Person[]> {
  const ownerId = (await findReply(workspaceId, replyId))?.ownerId;
  const owners = people.filter(({ id }) => id === ownerId);
  return owners.length > 0 ? owners : people.filter(({ role }) => role === 'owner' || role === 'admin');
}

/** User who started the job, directly or through one of their keys or clients. */
async function starterOf(workspaceId: string, jobId: string): Promise<string | undefined> {
  const actor = (await findJob(workspaceId, jobId))?.actor;
  if (actor?.kind === 'user') return actor.id;
  return actor?.kind === 'api_key' ? (await findApiKey(actor.id))?.createdBy : actor?.userId;
}

function mailDueAt(time: MailTime, now: Date, timeZone: string): Date | undefined {
  if (time === 'never') return undefined;
  if (time === 'at_once') return new Date(now.getTime() + gatheredMs);
  const morning = { days: [...weekdays], from: '08:00', to: '08:01', timeZone };
  return nextInWindow(morning, now, timeZone) ?? now;
}
