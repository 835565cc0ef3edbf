import { hostname } from 'node:os';
import { ObjectId } from 'bson';
import type { Call, Command } from './command.ts';
import { ok, type Reply } from './error-reply.ts';
import { documentBytesMax } from './writing/insert.ts';

/** The protocol of MongoDB 7.0. */
const wireVersionMax = 21;
const version = '7.0.0';
const electionId = new ObjectId();

function hello(call: Call): Reply {
  const me = call.server.advertise ?? call.connection.localAddress;
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
    connectionId: call.connection.id,
    minWireVersion: 0,
    maxWireVersion: wireVersionMax,
    readOnly: false,
    ok,
  };
}

function buildInfo(): Reply {
  return {
    version,
    gitVersion: 'embedded-mongo',
    modules: ['embedded-mongo'],
    versionArray: [7, 0, 0, 0],
    bits: 64,
    debug: false,
    maxBsonObjectSize: documentBytesMax,
    storageEngines: ['sqlite'],
    ok,
  };
}

function serverStatus(call: Call): Reply {
  const { server } = call;
  return {
    host: hostname(),
    version,
    process: 'embedded-mongo',
    pid: process.pid,
    uptime: Math.floor((Date.now() - server.startedAt) / 1000),
    localTime: new Date(),
    connections: { current: server.connections.size, active: server.connections.size },
    transactions: { currentOpen: server.transactions.open.size },
    metrics: { commands: { total: server.commandCount }, cursor: { open: { total: server.cursors.count } } },
    mem: { resident: Math.round(process.memoryUsage.rss() / 1024 / 1024) },
    storageEngine: { name: 'sqlite', persistent: true },
    repl: { setName: 'rs0', isWritablePrimary: true },
    ok,
  };
}

const empty = (): Reply => ({ ok });

export const serverCommands: Command[] = [
  { names: ['hello', 'isMaster', 'ismaster'], run: hello },
  { names: ['ping'], run: empty },
  { names: ['buildInfo', 'buildinfo'], run: buildInfo },
  { names: ['serverStatus'], run: serverStatus },
  { names: ['hostInfo'], run: () => ({ system: { hostname: hostname() }, ok }) },
  {
    names: ['connectionStatus'],
    run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] }, ok }),
  },
  { names: ['getParameter'], run: () => ({ featureCompatibilityVersion: { version: '7.0' }, ok }) },
  { names: ['getCmdLineOpts'], run: () => ({ argv: [], parsed: {}, ok }) },
  { names: ['getLog'], run: () => ({ totalLinesWritten: 0, log: [], ok }) },
  { names: ['atlasVersion'], run: empty },
  {
    names: ['replSetGetStatus'],
    run: (call) => ({
      set: 'rs0',
      myState: 1,
      members: [{ _id: 0, name: call.connection.localAddress, stateStr: 'PRIMARY', state: 1, health: 1 }],
      ok,
    }),
  },
];
