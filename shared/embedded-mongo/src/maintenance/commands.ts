import { resolve } from 'node:path';
import { checkFolder } from '../check.ts';
import { backUpFolder, restoreFolder } from './backup.ts';
import { repairFolder } from './repair.ts';

export interface MaintenanceOptions {
  path: string;
  to?: string | undefined;
  from?: string | undefined;
}

type Print = (line: string) => void;
type Run = (options: MaintenanceOptions, print: Print) => boolean | Promise<boolean>;

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function contents({ collections, documents }: { collections: number; documents: number }): string {
  return `${counted(collections, 'collection')}, ${counted(documents, 'document')}`;
}

function check({ path }: MaintenanceOptions, print: Print): boolean {
  const report = checkFolder(path);
  for (const line of report.problems) print(line);
  if (report.unverified > 0)
    print(
      `${counted(report.unverified, 'document')} without a checksum, from an earlier version: damage in them goes unnoticed. Start the server once, which gives them one`,
    );
  const problems = report.problems.length + (report.unverified > 0 ? 1 : 0);
  print(`${contents(report)}, ${counted(problems, 'problem')}`);
  return problems === 0;
}

async function repair({ path }: MaintenanceOptions, print: Print): Promise<boolean> {
  const report = await repairFolder(path);
  for (const line of report.lost) print(`lost: ${line}`);
  print(`kept: ${contents(report)}; the files as they were are in ${report.keptIn}`);
  return report.lost.length === 0;
}

async function backUp({ path, to }: MaintenanceOptions, print: Print): Promise<boolean> {
  if (to === undefined) throw new Error('--to names the file to write and is required');
  print(`${contents(await backUpFolder(path, resolve(to)))} copied to ${to} and verified`);
  return true;
}

function restore({ path, from }: MaintenanceOptions, print: Print): boolean {
  if (from === undefined) throw new Error('--from names the backup to read and is required');
  print(`${contents(restoreFolder(path, resolve(from)))} restored to ${path}`);
  return true;
}

/** Maintenance commands for a data folder. Each returns true if all is well. */
export const maintenanceCommands: Record<string, Run> = { check, repair, backup: backUp, restore };
