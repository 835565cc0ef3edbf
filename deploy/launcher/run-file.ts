import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, type ProcessIdentity } from './processes/process-identity.ts';

/** A running product, for the operator commands and for the next start: written at start, removed at stop. */
export interface RunFile extends ProcessIdentity {
  baseUrl: string;
  /** Absent until the store is reachable. */
  mongodbUri?: string;
  /** Where the metrics of all parts are, on loopback. */
  metricsPort?: number;
  /** What the launcher started, by name. */
  parts: Record<string, RunningPart>;
}

export interface RunningPart extends ProcessIdentity {
  /** Where a service itself listens, on loopback, behind the launcher's port. */
  url?: string;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'run.json');
}

function readWhole(dataDir: string): Partial<RunFile> | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
  } catch {
    // None, or one that a full disk cut short.
    return undefined;
  }
}

/** What runs on the data folder; undefined when its launcher is gone. */
export function readRunFile(dataDir: string): RunFile | undefined {
  const found = readWhole(dataDir);
  return found?.pid && found.startedAt && isAlive(found as RunFile) ? (found as RunFile) : undefined;
}

/** Parts that a dead launcher left behind. */
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
