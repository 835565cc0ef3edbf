import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, type ProcessIdentity, signal } from './process-identity.ts';

const politeMs = 3_000;
const forcedMs = 5_000;
const pollMs = 25;

/** Stops processes left over from a killed launcher, so that the data folder is free. Kills those that don't stop. */
export async function endLeftParts(parts: Record<string, ProcessIdentity>): Promise<string[]> {
  const left = Object.entries(parts).filter(([, part]) => isAlive(part));
  for (const [, part] of left) signal(part, 'SIGTERM');
  await untilGone(left, politeMs);
  for (const [, part] of left) signal(part, 'SIGKILL');
  await untilGone(left, forcedMs);
  return left.map(([name, { pid }]) => `${name} (process ${pid})`);
}

async function untilGone(parts: [string, ProcessIdentity][], limitMs: number): Promise<void> {
  const until = Date.now() + limitMs;
  while (parts.some(([, part]) => isAlive(part)) && Date.now() < until) await wait(pollMs);
}
