import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes } from '../../engine/workspaces/disk/free-space.ts';
import type { Config } from '../../settings/config.ts';
import type { Finding } from './finding.ts';

const othersBits = 0o077;
const warnedFreeFactor = 4;

async function isOpenToOthers(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (found.mode & othersBits) !== 0;
}

/** The data folder: who can read it, and how much room is left. */
export async function checkFolder({ dataDir, sendingFreeBytesMin: floor }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of [dataDir, join(dataDir, 'secrets.json')])
    if (await isOpenToOthers(path))
      findings.push({
        level: 'error',
        about: 'files',
        message: `other users of this machine can read ${path}`,
        remedy: `chmod go-rwx ${path}`,
      });
  const free = await freeBytes(dataDir);
  if (free !== null && free < floor * warnedFreeFactor)
    findings.push({
      level: free < floor ? 'error' : 'warning',
      about: 'disk',
      message: `${Math.round(free / 1e6)} MB are left for ${dataDir}; below ${Math.round(floor / 1e6)} MB nothing is sent`,
      remedy: 'make room, move the data folder to a larger disk, or keep less (docs/operations.md, Retention)',
    });
  return findings;
}
