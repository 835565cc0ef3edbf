import { hostname } from 'node:os';
import { ObjectId } from 'bson';
import { encodeDocument } from '../bson/encode.ts';
import { isDocument } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { loginFields } from './authentication.ts';
import type { Call, Command } from './command.ts';
import { ok, type Reply } from './error-reply.ts';
import { documentBytesMax } from './writing/insert.ts';

/** The protocol of MongoDB 8.0, whose drivers can write to several collections in one command. */
const wireVersionMax = 25;
const version = '8.0.0';
const electionId = new ObjectId();

/** Limit for the metadata that a driver sends about itself, in bytes. */
const metadataBytesMax = 512;

function noteMetadata({ body, client }: Call): void {
  if (isDocument(body.client) && encodeDocument(body.client).length > metadataBytesMax)
    throw new MongoError(185, `The client metadata document must be less then or equal to ${metadataBytesMax} bytes`);
  const application = isDocument(body.client) ? body.client.application : undefined;
  if (isDocument(application) && typeof application.name === 'string') client.appName = application.name;
}

function hello(call: Call): Reply {
  noteMetadata(call);
  const me = call.engine.advertise ?? call.client.localAddress;
  const isModern = call.name === 'hello';
  return {
    ...(isModern ? { isWritablePrimary: true } : { ismaster: true }),
    helloOk: true,
    setName: 'rs0',
    setVersion: 1,
    electionId,
    secondary: false,
    hosts: [me],
    primary: me,
    me,
    lastWrite: { lastWriteDate: new Date() },
    maxBsonObjectSize: documentBytesMax,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: call.client.id,
    minWireVersion: 0,
    maxWireVersion: wireVersionMax,
    readOnly: false,
    ...loginFields(call),
    ok,
  };
}

function buildInfo(): Reply {
  return {
    version,
    gitVersion: 'embedded-mongo',
    modules: ['embedded-mongo'],
    versionArray: [...version.split('.').map(Number), 0],
    bits: 64,
    debug: false,
    maxBsonObjectSize: documentBytesMax,
    storageEngines: ['sqlite'],
    ok,
  };
}

function serverStatus(call: Call): Reply {
  const { engine } = call;
  return {
    host: hostname(),
    version,
    process: 'embedded-mongo',
    isProtected: engine.store.isProtected,
    pid: process.pid,
    uptime: Math.floor((Date.now() - engine.startedAt) / 1000),
    localTime: new Date(),
    connections: { current: engine.connectionCount, active: engine.connectionCount },
    transactions: { currentOpen: engine.transactions.open.size },
    metrics: { commands: { total: engine.commandCount }, cursor: { open: { total: engine.cursors.count } } },
    mem: { resident: Math.round(process.memoryUsage.rss() / 1024 / 1024) },
    storageEngine: { name: 'sqlite', persistent: true },
    log: engine.store.queue.log.counts,
    repl: { setName: 'rs0', isWritablePrimary: true },
    ok,
  };
}

function empty(): Reply {
  return { ok };
}

export const serverCommands: Command[] = [
  { names: ['hello', 'isMaster', 'ismaster'], isBeforeLogin: true, run: hello },
  { names: ['ping'], isBeforeLogin: true, run: empty },
  { names: ['buildInfo', 'buildinfo'], isBeforeLogin: true, run: buildInfo },
  { names: ['serverStatus'], run: serverStatus },
  { names: ['hostInfo'], run: () => ({ system: { hostname: hostname() }, ok }) },
  { names: ['getParameter'], run: () => ({ featureCompatibilityVersion: { version: version.slice(0, 3) }, ok }) },
  { names: ['getCmdLineOpts'], run: () => ({ argv: [], parsed: {}, ok }) },
  { names: ['getLog'], run: () => ({ totalLinesWritten: 0, log: [], ok }) },
  { names: ['atlasVersion'], run: empty },
  {
    names: ['replSetGetStatus'],
    run: (call) => ({
      set: 'rs0',
      myState: 1,
      members: [{ _id: 0, name: call.client.localAddress, stateStr: 'PRIMARY', state: 1, health: 1 }],
      ok,
    }),
  },
];
