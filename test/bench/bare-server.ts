import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { type Document, MongoClient } from 'mongodb';

// Bare baselines on the product's own store: Koa and the driver with the product's list query, one durable insert with
// the contact indexes, and fixed bytes. Usage: node bare-server.ts <uri> <database> <port>
interface BareContext {
  path: string;
  query: Record<string, string>;
  req: IncomingMessage;
  body: unknown;
}

/** The part of Koa that this file uses. */
interface BareApp {
  use(step: (ctx: BareContext) => Promise<void>): void;
  callback(): RequestListener;
}

const [uri, database, port] = process.argv.slice(2);
const client = await new MongoClient(uri!, { maxPoolSize: 50 }).connect();
const db = client.db(database);
const contacts = db.collection<Document & { _id: string }>('contacts');
const bare = db.collection<Document & { _id: string }>('bare_contacts');
const Koa: new () => BareApp = createRequire(new URL('../../services/core/package.json', import.meta.url))('koa');

let template: Promise<Document & { _id: string }> | undefined;
let inserted = 0;
let bytes = Buffer.from('{}');

/** A stored contact like the inserted ones, prepared once. */
function like(): Promise<Document & { _id: string }> {
  template ??= openTemplate();
  return template;
}

async function openTemplate(): Promise<Document & { _id: string }> {
  await bare.deleteMany({});
  for (const { v: _version, key, ...options } of await contacts.indexes())
    if (options.name !== '_id_') await bare.createIndex(key, options);
  return (await contacts.findOne({}, { sort: { _id: -1 } }))!;
}

const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === '/readyz') ctx.body = {};
  if (ctx.path === '/list') {
    const { workspaceId } = await like();
    const limit = Number(ctx.query.limit);
    ctx.body = {
      data: await contacts
        .find({ workspaceId })
        .sort({ _id: -1 })
        .limit(limit + 1)
        .toArray(),
    };
  }
  if (ctx.path === '/create') {
    for await (const _chunk of ctx.req);
    const own = { _id: `con_${String(inserted++).padStart(26, '0')}`, email: `bare${inserted}@bench.example` };
    await bare.insertOne({ ...(await like()), ...own }, { writeConcern: { w: 'majority', journal: true } });
    ctx.body = { id: own._id };
  }
});
const serve = app.callback();

// Sends the bytes with node:http alone.
createServer(async (request, response) => {
  if (request.url !== '/bytes') return serve(request, response);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.method === 'PUT') bytes = Buffer.concat(chunks);
  response.setHeader('content-type', 'application/json');
  response.end(bytes);
}).listen(Number(port), '127.0.0.1');
