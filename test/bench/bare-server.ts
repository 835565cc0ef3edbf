import { createServer } from 'node:http';
import { MongoClient } from 'mongodb';

// The bare baseline: node:http and the driver, one query or insert per request, no rules at all.
// Usage: node bare-server.ts <uri> <database> <port>
const [uri, database, port] = process.argv.slice(2);
const client = await new MongoClient(uri!, { maxPoolSize: 50 }).connect();
const collection = client.db(database).collection<{ _id: string; [field: string]: unknown }>('bare');
await collection.createIndex({ workspaceId: 1, _id: 1 });

let inserted = 0;
const answers: Record<string, () => Promise<unknown>> = {
  '/list': () => collection.find({ workspaceId: 'w' }).sort({ _id: -1 }).limit(25).toArray(),
  '/create': () =>
    collection.insertOne(
      { _id: `c${process.pid}_${inserted++}`, workspaceId: 'w', email: `p${inserted}@bare.example`, firstName: 'Ada' },
      { writeConcern: { w: 'majority', journal: true } },
    ),
};

createServer(async (request, response) => {
  const answer = answers[request.url ?? ''] as (() => Promise<unknown>) | undefined;
  for await (const _chunk of request);
  response.setHeader('content-type', 'application/json');
  response.statusCode = answer || request.url === '/readyz' ? 200 : 404;
  response.end(JSON.stringify({ data: await answer?.() }));
}).listen(Number(port), '127.0.0.1');
