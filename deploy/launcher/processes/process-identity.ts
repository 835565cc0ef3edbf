import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Which process is meant: a number alone comes again, after a restart of the machine or in a new container at once. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in the words of the system: compared, never read. */
  startedAt: string;
}

const bootFile = '/proc/sys/kernel/random/boot_id';
/** Field 22 of proc(5) stat, counted behind the name, which may hold spaces and brackets. */
const startTimeField = 19;
const stateField = 0;

/** The start of the process with this number; undefined when there is none, or nothing of it but its exit code. */
function startOf(pid: number): string | undefined {
  if (existsSync(bootFile)) return startInProc(pid);
  // The systems without /proc (macOS, BSD).
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

/** Undefined when the process has ended already. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = startOf(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return startOf(pid) === startedAt;
}

/** False when it has ended meanwhile. */
export function signal(target: ProcessIdentity, name: NodeJS.Signals): boolean {
  if (!isAlive(target)) return false;
  try {
    return process.kill(target.pid, name);
  } catch {
    return false;
  }
}
