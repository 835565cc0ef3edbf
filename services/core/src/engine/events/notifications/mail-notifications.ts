import { counted } from '../../../domain/text/counted.ts';
import {
  claimMail,
  endMail,
  type NotificationRecord,
  repeatMail,
} from '../../../store/events/notifications/notification-store.ts';
import { isMember } from '../../../store/members/membership-store.ts';
import { findUser } from '../../../store/members/user-store.ts';
import { findWorkspace } from '../../../store/workspaces/workspace-store.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import { describeTopic, type TopicNews } from './describe-topic.ts';

/** Longer than a mail server can take, in milliseconds. */
const leaseMs = 5 * 60_000;
const firstRestMs = 60_000;
const restMaxMs = 60 * 60_000;
/** Maximum age of news, in milliseconds, so that no one gets last week's mail when the server recovers. */
const freshMs = 48 * 60 * 60_000;

interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Sends the next due mail. Returns false if there was none. */
export async function mailNotifications(deps: EngineDeps): Promise<boolean> {
  const { systemMail } = deps.ports;
  if (systemMail === null) return false;
  const claimed = await claimMail(leaseMs, deps.now());
  const first = claimed[0];
  if (first?.mailId === undefined) return false;
  const { mailId, attempt, createdAt } = first;
  if (deps.now().getTime() - createdAt.getTime() > freshMs) {
    await endMail(mailId, 'failed');
    return true;
  }
  const letter = await letterOf(first, claimed, deps);
  if (letter === null) {
    await endMail(mailId, 'settled');
    return true;
  }
  try {
    await systemMail.send({ id: mailId, ...letter });
    await endMail(mailId, 'mailed');
  } catch (error) {
    const restMs = Math.min(firstRestMs * 2 ** (attempt - 1), restMaxMs);
    await repeatMail(mailId, new Date(deps.now().getTime() + restMs));
    deps.log.warn({ err: error, mailId, attempt }, 'a mail to a member did not leave');
  }
  return true;
}

/** Null if there is no news left, or no recipient. */
async function letterOf(
  { workspaceId, userId }: NotificationRecord,
  claimed: NotificationRecord[],
  { config, now }: EngineDeps,
): Promise<Letter | null> {
  const user = await findUser(userId);
  const workspace = await findWorkspace(workspaceId);
  if (user === null || workspace === null || !(await isMember(workspaceId, userId))) return null;
  const news: TopicNews[] = [];
  for (const topic of new Set(claimed.map((one) => one.topic))) {
    const found = await describeTopic(workspaceId, topic, now());
    if (found !== null) news.push(found);
  }
  if (news.length === 0) return null;
  const matter = news.length === 1 ? news[0]!.text : `${counted(news.length, 'thing')} to look at`;
  const lines = news.map(({ text, href }) => `${text}\n${config.baseUrl}${href}`);
  return {
    to: user.email,
    subject: `${workspace.name}: ${matter}`,
    text: [
      `Hello ${user.name},`,
      `this is new in the workspace “${workspace.name}” of Outbound.`,
      ...lines,
      `When you get such mail, and of what:\n${config.baseUrl}/app/notifications`,
      '',
    ].join('\n\n'),
  };
}
