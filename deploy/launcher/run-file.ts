import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a running product tells the operator commands: written at start, removed at stop. */
export interface RunFile {
  pid: number;
  baseUrl: string;
  mongodbUri: string;
}

const fileIn = (dataDir: string): string => join(dataDir, 'run.json');

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
};

export const readRunFile = (dataDir: string): RunFile | undefined => {
  if (!existsSync(fileIn(dataDir))) return undefined;
  const found = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as RunFile;
  return isAlive(found.pid) ? found : undefined;
};

export const writeRunFile = (dataDir: string, run: RunFile): void =>
  writeFileSync(fileIn(dataDir), `${JSON.stringify(run)}\n`, { mode: 0o600 });

export const removeRunFile = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });
