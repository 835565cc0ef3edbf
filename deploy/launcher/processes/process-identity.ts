import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Identifies a process. A number alone is reused after a restart of the machine, or immediately in a new container. */
export interface ProcessIdentity {
  pid: number;
  /** Start time in the format of the system. Compared, never parsed. */
  startedAt: string;
}

const bootFile = '/proc/sys/kernel/random/boot_id';
/** Field 22 of proc(5) stat, counted after the name, which can contain spaces and brackets. */
const startTimeField = 19;
const stateField = 0;

/** Start time of the process with this number; undefined if it doesn't exist or only its exit code is left. */
function startOf(pid: number): string | undefined {
  if (existsSync(bootFile)) return startInProc(pid);
  // Systems without /proc (macOS, BSD).
  const { stdout, status } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}

function startInProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[stateField] === 'Z' || fields[stateField] === 'X') return undefined;
    return `${readFileSync(bootFile, 'utf8').trim()} ${fields[startTimeField]}`;
  } catch {
    return undefined;
  }
}

/** Undefined if the process has already ended. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = startOf(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return startOf(pid) === startedAt;
}

/** False if it has ended meanwhile. */
export function signal(target: ProcessIdentity, name: NodeJS.Signals): boolean {
  if (!isAlive(target)) return false;
  try {
    return process.kill(target.pid, name);
  } catch {
    return false;
  }
}
