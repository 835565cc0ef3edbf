import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, restClient } from '../harness/product.ts';

export interface Load {
  /** Stops the clients after their current requests, and resolves with the acknowledged writes. */
  stop(): Promise<Acknowledged>;
}

export interface Acknowledged {
  contacts: string[];
  revealed: number;
  credits: number;
  repeated: number;
}

type Request = ReturnType<typeof restClient>;

/** Repeats a request with an idempotency key until it gets a final response, even if processes die. */
async function untilAnswered(send: () => Promise<Answer>, done: Acknowledged): Promise<Answer> {
  for (;;) {
    const answer = await send().catch(() => undefined);
    if (answer !== undefined && !answer.body.error?.retryable) return answer;
    done.repeated += 1;
    await wait(100);
  }
}

/** Endless creates and reveals with keys, by several clients. */
export function startLoad(url: string, key: string, { people, clients }: { people: string[]; clients: number }): Load {
  const request: Request = restClient(url, key);
  const done: Acknowledged = { contacts: [], revealed: 0, credits: 0, repeated: 0 };
  let isOver = false;
  let count = 0;
  const expectGood = ({ status, body }: Answer) => {
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body.error)}`);
    return body;
  };
  const create = async (i: number) => {
    const facts = { email: `storm${i}@storm.example`, declaredBasis: 'consent' };
    const send = () => request('POST', '/contacts', facts, { 'idempotency-key': `storm-${i}` });
    done.contacts.push(expectGood(await untilAnswered(send, done)).data.id);
  };
  const reveal = async (id: string) => {
    const send = () => request('POST', '/search/people/reveal', { ids: [id] }, { 'idempotency-key': `reveal-${id}` });
    const { data, cost } = expectGood(await untilAnswered(send, done));
    done.revealed += data.createdCount;
    done.credits += cost.credits;
  };
  const client = async () => {
    while (!isOver) {
      count += 1;
      const id = count % 5 === 0 ? people.pop() : undefined;
      await (id === undefined ? create(count) : reveal(id));
      await wait(50);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    async stop() {
      isOver = true;
      await running;
      return done;
    },
  };
}
