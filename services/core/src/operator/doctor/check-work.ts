import { counted } from '../../domain/text/counted.ts';
import { readGauges } from '../../store/maintenance/gauge-store.ts';
import { installation, listSendingStops } from '../../store/sending/sending-stop-store.ts';
import type { Finding } from './finding.ts';

const lateSeconds = 300;
const backlogMany = 1_000;
const stopsShown = 5;

async function checkStops(): Promise<Finding[]> {
  const stops = await listSendingStops();
  return stops.slice(0, stopsShown).map(({ id, reason, note, stoppedAt }) => ({
    level: 'warning',
    about: 'sending',
    message: `sending of ${id === installation ? 'everything' : id} is stopped since ${stoppedAt.toISOString()} (${reason}${note === '' ? '' : `: ${note}`})`,
    remedy:
      id === installation
        ? 'npm run -s outbound -- sending resume'
        : 'a member resumes it under Settings, or: sending resume --workspace',
  }));
}

/** What waits longer than it should. */
export async function checkWork(now: Date): Promise<Finding[]> {
  const findings = await checkStops();
  const { messagesDue, oldestDueSeconds, webhookBacklog, mailboxes } = await readGauges(now);
  const isAllStopped = findings.some(({ message }) => message.includes('everything'));
  if (messagesDue > 0 && oldestDueSeconds > lateSeconds && !isAllStopped)
    findings.push({
      level: 'error',
      about: 'sending',
      message: `${counted(messagesDue, 'message')} should have left, the oldest ${Math.round(oldestDueSeconds / 60)} minutes ago`,
      remedy: 'does a worker run? Then see worker.log and the state of the mailboxes',
    });
  if ((mailboxes.failing ?? 0) > 0)
    findings.push({
      level: 'warning',
      about: 'mailboxes',
      message: `${counted(mailboxes.failing!, 'mailbox')} failing: nothing leaves through it`,
      remedy: 'its owner sees the reason under Integrations, and tests it there',
    });
  if (webhookBacklog > backlogMany)
    findings.push({
      level: 'warning',
      about: 'webhooks',
      message: `${counted(webhookBacklog, 'delivery')} wait`,
      remedy: 'a receiver is slow or gone: GET /webhooks says which',
    });
  return findings;
}
