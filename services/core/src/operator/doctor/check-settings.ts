import { counted } from '../../domain/text/counted.ts';
import type { Config } from '../../settings/config.ts';
import { lastBackupAt } from '../../store/backup/backup-state.ts';
import type { Finding } from './finding.ts';

const dayMs = 86_400_000;
/** A scheduled backup this many intervals late is considered missing. */
const lateTurns = 2;
const byHandMs = 7 * dayMs;

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** Checks the environment settings. */
export function checkSettings(config: Config): Finding[] {
  const { baseUrl, backup, isPrivateHostAllowed, areReservedRecipientsAllowed } = config;
  const findings: Finding[] = [];
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'http:' && !isLoopback(hostname))
    findings.push({
      level: 'error',
      about: 'settings',
      message: `BASE_URL is ${baseUrl}: passwords and keys pass the network unencrypted`,
      remedy: 'put a proxy with TLS in front (deploy/caddy) and set BASE_URL to its https address',
    });
  if (isPrivateHostAllowed && !isLoopback(hostname))
    findings.push({
      level: 'warning',
      about: 'settings',
      message: 'ALLOW_PRIVATE_HOSTS is true: members can reach the hosts of your own network by mailboxes and webhooks',
      remedy: 'unset it, unless every member may',
    });
  if (areReservedRecipientsAllowed)
    findings.push({
      level: 'warning',
      about: 'settings',
      message:
        'ALLOW_RESERVED_RECIPIENTS is true: real mailboxes write to invented people and to addresses that cannot exist',
      remedy: 'unset it, unless this is a test',
    });
  if (backup.passphrase === undefined)
    findings.push({
      level: 'warning',
      about: 'backup',
      message: 'OUTBOUND_BACKUP_PASSPHRASE is not set: no backup can be made',
      remedy: 'set it, and keep a copy elsewhere',
    });
  return findings;
}

/** Checks the age of the last backup. */
export async function checkBackups({ backup }: Config, now: Date): Promise<Finding[]> {
  const last = await lastBackupAt();
  const remedy =
    backup.dir === undefined
      ? 'set BACKUP_DIR for scheduled ones, or run: npm run -s outbound -- backup --file F'
      : 'see the log of the worker: does it run, and can it write to BACKUP_DIR?';
  if (last === null) return [{ level: 'warning', about: 'backup', message: 'there has never been a backup', remedy }];
  const ageMs = now.getTime() - last.getTime();
  if (ageMs < (backup.dir === undefined ? byHandMs : lateTurns * backup.everyMs)) return [];
  const age = counted(Math.floor(ageMs / dayMs), 'day');
  return [{ level: 'error', about: 'backup', message: `the last backup is ${age} old`, remedy }];
}
