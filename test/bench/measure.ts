import { Pool } from 'undici';

const clients = 16;
const rounds = 5;

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Requests per second of `count` calls from 16 clients; fails on the first answer that is not 2xx. */
export const rateOf = async (pool: Pool, count: number, call: (i: number) => Call): Promise<number> => {
  let next = 0;
  const startedAt = performance.now();
  const client = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) {
      const { method, path, headers = {}, body } = call(i);
      const answer = await pool.request({
        method,
        path,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (count / (performance.now() - startedAt)) * 1000;
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Measures both in turn, five times, and prints the medians and their ratio. */
export const compare = async (
  name: string,
  own: () => Promise<number>,
  bareName: string,
  bare: () => Promise<number>,
): Promise<void> => {
  await own();
  await bare();
  const owns: number[] = [];
  const bares: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    owns.push(await own());
    bares.push(await bare());
  }
  const ratio = median(owns.map((value, i) => value / bares[i]!));
  const line = `${name.padEnd(26)} ${median(owns).toFixed(0).padStart(7)}/s   ${bareName.padEnd(34)} ${median(bares).toFixed(0).padStart(7)}/s   ratio ${ratio.toFixed(2)}`;
  process.stdout.write(`${line}\n`);
};

export const poolFor = (url: string): Pool => new Pool(url, { connections: clients });
