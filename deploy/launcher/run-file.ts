import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, type ProcessIdentity } from './processes/process-identity.ts';

/** A running product, for operator commands and the next start. Written at the start and deleted at the end. */
export interface RunFile extends ProcessIdentity {
  baseUrl: string;
  /** Absent until the store is reachable. */
  mongodbUri?: string;
  /** Loopback address of the metrics of all parts. */
  metricsPort?: number;
  /** Started processes, by name. */
  parts: Record<string, RunningPart>;
}

export interface RunningPart extends ProcessIdentity {
  /** Loopback address of a service, behind the launcher's port. */
  url?: string;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'run.json');
}

function readWhole(dataDir: string): Partial<RunFile> | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
  } catch {
    // Missing, or truncated by a full disk.
    return undefined;
  }
}

/** The product that runs on the data folder; undefined if its launcher has ended. */
export function readRunFile(dataDir: string): RunFile | undefined {
  const found = readWhole(dataDir);
  return found?.pid && found.startedAt && isAlive(found as RunFile) ? (found as RunFile) : undefined;
}

/** Parts left over from a killed launcher. */
export function readLeftParts(dataDir: string): Record<string, ProcessIdentity> {
  return readWhole(dataDir)?.parts ?? {};
}

export function writeRunFile(dataDir: string, run: RunFile): void {
  const file = `${fileIn(dataDir)}.new`;
  writeFileSync(file, `${JSON.stringify(run)}\n`, { mode: 0o600 });
  renameSync(file, fileIn(dataDir));
}

export function removeRunFile(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}
