import { setTimeout as wait } from 'node:timers/promises';
import type { restClient } from '../harness/product.ts';

/** A write with its start and acknowledgment, in milliseconds since the epoch. */
export interface Write {
  value: string;
  startedAt: number;
  acknowledgedAt: number;
}

export interface Written {
  contacts: Write[];
  suppressions: Write[];
  /** IDs of the contacts of revealed people. */
  reveals: Write[];
  perSecond: number;
  failures: string[];
}

export interface Traffic {
  /** Response times of the reads since the last call, in milliseconds. */
  takeTimes(): number[];
  stop(): Promise<Written>;
}

type Request = ReturnType<typeof restClient>;

const readsPerSecond = 20;
const suppressionsPerSecond = 2;
const revealsPerSecond = 1;

/** Runs `work` at a fixed rate, independent of responses, until stopped. */
function every(perSecond: number, work: (index: number) => Promise<void>): () => Promise<void> {
  let isRunning = true;
  const pending = new Set<Promise<void>>();
  const startedAt = performance.now();
  const loop = (async () => {
    for (let index = 0; isRunning; index += 1) {
      const done = work(index).finally(() => pending.delete(done));
      pending.add(done);
      await wait(Math.max(0, startedAt + ((index + 1) * 1_000) / perSecond - performance.now()));
    }
  })();
  return async () => {
    isRunning = false;
    await loop;
    await Promise.all(pending);
  };
}

/** Creates contacts at the given rate, suppresses, reveals, and measures reads. */
export function startTraffic(request: Request, createsPerSecond: number): Traffic {
  const written: Written = { contacts: [], suppressions: [], reveals: [], perSecond: 0, failures: [] };
  let times: number[] = [];
  const send = async (method: string, path: string, body?: object) => {
    const answer = await request(method, path, body).catch((error: Error) => ({ status: 0, body: error.message }));
    if (answer.status < 300 && answer.status > 0) return answer.body.data;
    written.failures.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    return undefined;
  };
  /** `work` returns the value to record, or undefined if the request failed. */
  const note = async (list: Write[], work: () => Promise<string | undefined>) => {
    const startedAt = Date.now();
    const value = await work();
    if (value !== undefined) list.push({ value, startedAt, acknowledgedAt: Date.now() });
  };
  const ids: string[] = [];
  const create = (index: number) =>
    note(written.contacts, async () => {
      const email = `beside${index}@written.example`;
      const data = await send('POST', '/contacts', { email, firstName: 'Ada', companyDomain: 'written.example' });
      if (data === undefined) return undefined;
      ids.push(data.id);
      return email;
    });
  const suppress = (index: number) =>
    note(written.suppressions, async () => {
      const value = `no${index}@refused.example`;
      return (await send('POST', '/suppressions', { value, reason: 'unsubscribe' })) && value;
    });
  const people = findPeople(send);
  const reveal = async () => {
    const id = (await people).pop();
    if (id === undefined) return;
    await note(written.reveals, async () => {
      const data = await send('POST', '/search/people/reveal', { ids: [id] });
      return data?.items[0].contactId ?? undefined;
    });
  };
  const read = async (index: number) => {
    const path = index % 2 === 0 && ids.length > 0 ? `/contacts/${ids[index % ids.length]}` : '/contacts?limit=25';
    const startedAt = performance.now();
    if ((await send('GET', path)) !== undefined) times.push(performance.now() - startedAt);
  };
  const startedAt = performance.now();
  const stops = [
    every(createsPerSecond, create),
    every(readsPerSecond, read),
    every(suppressionsPerSecond, suppress),
    every(revealsPerSecond, reveal),
  ];
  return {
    takeTimes: () => {
      const taken = times;
      times = [];
      return taken;
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      written.perSecond = (written.contacts.length * 1_000) / (performance.now() - startedAt);
      return written;
    },
  };
}

/** IDs of people who can be revealed, so that the ledger changes as well. */
async function findPeople(
  send: (method: string, path: string, body: object) => Promise<{ people: { id: string }[] } | undefined>,
): Promise<string[]> {
  const found = await send('POST', '/search/people', { seniorities: ['head'], limit: 100 });
  return (found?.people ?? []).map(({ id }) => id);
}
