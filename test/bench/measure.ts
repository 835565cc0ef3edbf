import { appendFileSync } from 'node:fs';
import { Pool } from 'undici';
import type { Row } from './report.ts';
import type { Costs, Stand } from './stand.ts';

const clients = 16;
const rounds = 5;

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Round {
  rate: number;
  /** Times of the requests in milliseconds. */
  times: number[];
  /** Costs without preparation, if the round prepared something first. */
  used?: Costs;
}

/**
 * Sends `count` requests from as many clients as there are connections. Fails on the first response that is not 2xx.
 */
export async function round(pool: Pool, count: number, call: (i: number) => Call): Promise<Round> {
  let next = 0;
  const times: number[] = [];
  const startedAt = performance.now();
  const client = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) {
      const { method, path, headers = {}, body } = call(i);
      const askedAt = performance.now();
      const answer = await pool.request({
        method,
        path,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await answer.body.text();
      times.push(performance.now() - askedAt);
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { rate: (count / (performance.now() - startedAt)) * 1000, times };
}

export function atShare(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}

interface Comparison {
  name: string;
  size: number;
  count: number;
  own: () => Promise<Round>;
  baseline: string;
  bare: () => Promise<Round>;
  aim?: number;
}

/** Measures both alternately, so that other load affects both. The ratio is the median of the rounds. */
export async function compare(stand: Stand, { own, bare, count, ...named }: Comparison): Promise<void> {
  await own();
  await bare();
  const owns: Round[] = [];
  const bares: Round[] = [];
  const used: Costs[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const done = await counted(stand, own);
    owns.push(done);
    used.push(done.used);
    bares.push(await bare());
  }
  const times = owns.flatMap((each) => each.times);
  const perRequest = (of: (costs: Costs) => number) => atShare(used.map(of), 0.5) / count;
  report({
    ...named,
    rate: atShare(
      owns.map(({ rate }) => rate),
      0.5,
    ),
    p50: atShare(times, 0.5),
    p99: atShare(times, 0.99),
    cpuMs: perRequest(({ cpuMs }) => cpuMs),
    commands: perRequest(({ commands }) => commands),
    syncs: perRequest(({ syncs }) => syncs),
    logKb: perRequest(({ logBytes }) => logBytes) / 1_024,
    ratio: atShare(
      owns.map(({ rate }, i) => rate / bares[i]!.rate),
      0.5,
    ),
  });
}

/** One round with its costs. Costs reported by the round itself take precedence. */
export async function counted(stand: Stand, run: () => Promise<Round>): Promise<Round & { used: Costs }> {
  const before = await stand.costs();
  const done = await run();
  return { ...done, used: done.used ?? difference(before, await stand.costs()) };
}

function difference(before: Costs, after: Costs): Costs {
  return {
    cpuMs: after.cpuMs - before.cpuMs,
    storeMs: after.storeMs - before.storeMs,
    commands: after.commands - before.commands,
    syncs: after.syncs - before.syncs,
    logBytes: after.logBytes - before.logBytes,
  };
}

/** One line of the result, for people and for the table. */
export function report(row: Row): void {
  const shown = Object.entries(row).map(([name, value]) =>
    typeof value === 'number' ? `${name} ${Number(value.toPrecision(3))}` : value,
  );
  process.stdout.write(`${shown.join('  ')}\n`);
  if (process.env.BENCH_ROWS) appendFileSync(process.env.BENCH_ROWS, `${JSON.stringify(row)}\n`);
}

export function poolFor(url: string): Pool {
  return new Pool(url, { connections: clients });
}
