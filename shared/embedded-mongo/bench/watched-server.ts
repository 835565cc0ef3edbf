import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../test/server-process.ts';
import { Prober } from './prober.ts';

const logEveryMs = 5;

export interface WatchedServer {
  uri: string;
  prober: Prober;
  /** Measured since the start. */
  processorSeconds(): number;
  largestLogMegabytes(): number;
}

/** Runs a server that records its long blocking calls, with a client that measures waits. */
export async function withWatchedServer(work: (server: WatchedServer) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-bench-'));
  const notes = join(folder, 'notes');
  writeFileSync(notes, '');
  Object.assign(process.env, { BENCH_NOTES: notes, NODE_OPTIONS: `--import ${import.meta.dirname}/blocking.ts` });
  const data = join(folder, 'data');
  const server = await startProcess(data);
  const pid = server.child.pid!;
  const prober = await Prober.start(server.uri, pid, notes);
  let largest = 0;
  const sampling = setInterval(() => {
    largest = Math.max(largest, statSync(join(data, 'mongo.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0);
  }, logEveryMs);
  await work({
    uri: server.uri,
    prober,
    processorSeconds: () => processorSecondsOf(pid),
    largestLogMegabytes: () => largest / 1024 / 1024,
  });
  clearInterval(sampling);
  await prober.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function processorSecondsOf(process: number): number {
  const [, rest] = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ') as [string, string];
  const [user, system] = rest.split(' ').slice(11, 13).map(Number) as [number, number];
  return (user + system) / 100;
}

/** Runs a module of this folder in a separate process, so that its work does not add to another client's waits. */
export async function runApart(module: string, ...values: (string | number)[]): Promise<void> {
  const environment = { ...process.env, NODE_OPTIONS: '' };
  const path = join(import.meta.dirname, module);
  const apart = spawn(process.execPath, [path, ...values.map(String)], { stdio: 'inherit', env: environment });
  const [code] = await once(apart, 'exit');
  if (code !== 0) throw new Error(`${module} ended with ${code}`);
}
