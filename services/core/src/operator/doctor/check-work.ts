import { counted } from '../../domain/text/counted.ts';
import { guardActor } from '../../engine/backup/guard-epoch.ts';
import { type MailboxReading, readGauges } from '../../store/maintenance/gauge-store.ts';
import { installation, listSendingStops, type SendingStop } from '../../store/sending/sending-stop-store.ts';
import type { Finding } from './finding.ts';

const lateSeconds = 300;
const backlogMany = 1_000;
const stopsShown = 5;
const namedMax = 5;

async function checkStops(): Promise<Finding[]> {
  const stops = await listSendingStops();
  return stops.slice(0, stopsShown).map((stop) => {
    const { id, reason, note, stoppedAt } = stop;
    const about = `sending of ${id === installation ? 'everything' : id} is stopped since ${stoppedAt.toISOString()} (${reason}${note === '' ? '' : `: ${note}`})`;
    // An automatic stop, not an operator's choice. Sending does not resume until an operator reviews it.
    const isDoubtful = stop.isJournalMissing === true || stop.stoppedBy.id === guardActor.id;
    return { level: isDoubtful ? 'error' : 'warning', about: 'sending', message: about, remedy: remedyFor(stop) };
  });
}

function remedyFor({ id, isJournalMissing, stoppedBy }: SendingStop): string {
  if (stoppedBy.id === guardActor.id)
    return 'outbound restored --from TIME, or --from now if the folder was only moved';
  if (isJournalMissing)
    return (
      'opt-outs and sent messages since then are unknown, and every scheduled message is held: find the ' +
      'journal (outbound restored --from TIME --journal FILE), or accept that (outbound sending resume ' +
      '--without-journal)'
    );
  if (id === installation) return 'npm run -s outbound -- sending resume';
  return 'a member resumes it under Settings, or: sending resume --workspace';
}

/** A session that idles is renewed more often than this. */
const unreadSeconds = 300;

function checkReadings(readings: MailboxReading[]): Finding[] {
  const named = (found: MailboxReading[]) => {
    const ids = found.slice(0, namedMax).map(({ mailboxId }) => mailboxId);
    return `${ids.join(', ')}${found.length > namedMax ? ', …' : ''}`;
  };
  const late = readings.filter(({ lagSeconds }) => lagSeconds !== null && lagSeconds >= unreadSeconds);
  const without = readings.filter(({ lagSeconds }) => lagSeconds === null);
  const unread = late.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  const findings: Finding[] = [];
  if (late.length > 0)
    findings.push({
      level: 'error',
      about: 'mailboxes',
      message:
        `${counted(late.length, 'mailbox')} not read for over five minutes` +
        `${unread > 0 ? `, with ${counted(unread, 'known message')}` : ''}: ${named(late)}`,
      remedy: 'replies and opt-outs there are not heard: see worker.log for the reason',
    });
  if (without.length > 0)
    findings.push({
      level: 'warning',
      about: 'mailboxes',
      message: `${counted(without.length, 'mailbox')} without IMAP, so replies are not heard and no follow-ups are sent: ${named(without)}`,
      remedy: 'its owner adds IMAP on its page',
    });
  return findings;
}

/** Checks for overdue work. */
export async function checkWork(now: Date): Promise<Finding[]> {
  const findings = await checkStops();
  const { waiting, webhookBacklog, mailboxes, readings } = await readGauges(now);
  const late = waiting.find(({ cause }) => cause === 'late');
  if (late !== undefined && late.count > 0 && (late.oldestSeconds ?? 0) > lateSeconds)
    findings.push({
      level: 'error',
      about: 'sending',
      message: `${counted(late.count, 'message')} should have left, the oldest ${Math.round(late.oldestSeconds! / 60)} minutes ago`,
      remedy: 'does a worker run? Then see worker.log and the state of the mailboxes',
    });
  if ((mailboxes.failing ?? 0) > 0)
    findings.push({
      level: 'warning',
      about: 'mailboxes',
      message: `${counted(mailboxes.failing!, 'mailbox')} failing: nothing leaves through it`,
      remedy: 'its owner sees the reason under Integrations, and tests it there',
    });
  findings.push(...checkReadings(readings));
  if (webhookBacklog > backlogMany)
    findings.push({
      level: 'warning',
      about: 'webhooks',
      message: `${counted(webhookBacklog, 'delivery')} wait`,
      remedy: 'a receiver is slow or gone: GET /webhooks says which',
    });
  return findings;
}
