import { type Collection, MongoClient } from 'mongodb';

/** The load, in a separate process so that its work does not add to another client's wait: <uri> <way> <documents>. */
const [uri, way, count] = process.argv.slice(2) as [string, string, string];
const documents = Number(count);
const bulk = 1_000;

interface Small {
  _id: number;
  workspaceId: string;
  email: string;
  createdAt: Date;
}

/** About 120 bytes. Email addresses arrive in no particular order, as in real data. */
function small(id: number): Small {
  const email = `person${(id * 7919) % 1_000_003}@mail.example`;
  return { _id: id, workspaceId: `w${id % 10}`, email, createdAt: new Date(1.7e12 + id * 1000) };
}

const client = new MongoClient(uri, { maxPoolSize: 32 });

/** One command of the newer kind, which can write to several collections. */
function bulkWrite(_items: unknown, some: Small[]): Promise<unknown> {
  const namespace = 'bench.small';
  return client.bulkWrite<{ [namespace]: Small }>(some.map((document) => ({ name: 'insertOne', namespace, document })));
}

interface Way {
  clients: number;
  /** Number of documents per command. */
  each: number;
  insert(items: Collection<Small>, some: Small[]): Promise<unknown>;
}

const ways: Record<string, Way> = {
  insertOne: { clients: 32, each: 1, insert: (items, [one]) => items.insertOne(one!) },
  insertMany: { clients: 4, each: bulk, insert: (items, some) => items.insertMany(some, { ordered: false }) },
  bulkWrite: { clients: 4, each: bulk, insert: bulkWrite },
};

const { clients, each, insert } = ways[way]!;
await client.connect();
const items = client.db('bench').collection<Small>('small');
let next = 0;

async function work(): Promise<void> {
  while (next < documents) {
    const first = next;
    next += each;
    await insert(
      items,
      Array.from({ length: each }, (_, at) => small(first + at)),
    );
  }
}

await Promise.all(Array.from({ length: clients }, work));
await client.close();
