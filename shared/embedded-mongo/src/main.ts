#!/usr/bin/env node
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { type EmbeddedMongo, type ListenOptions, startEmbeddedMongo } from './index.ts';
import { type MaintenanceOptions, maintenanceCommands } from './maintenance/commands.ts';
import { DataFolderError } from './storage/data-folder.ts';

// Objects created by a command die with it, so a larger young generation would only waste memory (60 MB in an import).
setFlagsFromString('--semi-space-growth-factor=1');

const usage = `embedded-mongo: a small MongoDB-compatible server

  embedded-mongo --path ./data/mongo [--socket file.sock] [--port 27017] [--host 127.0.0.1]
                 [--authentication scram|none] [--advertise host:port] [--time-limit seconds]
                 [--fail-points]
  embedded-mongo check --path ./data/mongo                     verifies a data folder that no server uses
  embedded-mongo repair --path ./data/mongo                    keeps what is whole of it, and lists what is not
  embedded-mongo backup --path ./data/mongo --to file          copies it, also while a server runs, and verifies the copy
  embedded-mongo restore --path ./data/mongo --from file       puts a backup into a folder without data

Without --port it listens on a Unix socket alone: mongo.sock in the data folder, unless --socket names another.
`;

function fail(message: string): never {
  process.stderr.write(`embedded-mongo: ${message}\n`);
  process.exit(1);
}

function reasonOf(error: NodeJS.ErrnoException, { host = '127.0.0.1', port }: ListenOptions): string {
  if (error instanceof DataFolderError) return error.message;
  if (error.code === 'EADDRINUSE') return `port ${port} on ${host} is in use by another program`;
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
    return `cannot listen on ${host}:${port} (${error.code})`;
  return error.message;
}

interface ServeOptions extends ListenOptions {
  path: string;
  advertise?: string;
  timeLimitMs?: number;
  failPoints?: boolean;
}

async function serve(options: ServeOptions): Promise<void> {
  const log = (line: string) => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);
  const onBroken = (error: Error) => fail(error.message);
  let server: EmbeddedMongo;
  try {
    server = await startEmbeddedMongo({ ...options, log, onBroken });
  } catch (error) {
    fail(reasonOf(error as NodeJS.ErrnoException, options));
  }
  process.stdout.write(`ready ${server.shownUri}\n`);
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    server.stop().then(
      () => process.exit(0),
      (error: Error) => fail(error.message),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function maintain(name: string, options: MaintenanceOptions): Promise<never> {
  const run = maintenanceCommands[name];
  if (!run) fail(`unknown command ${name}`);
  const isWell = await run(options, (line) => process.stdout.write(`${line}\n`));
  process.exit(isWell ? 0 : 1);
}

function portFrom(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) fail(`--port must be a number from 0 to 65535, not ${text}`);
  return port;
}

function timeLimitFrom(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0)) fail(`--time-limit must be a number of seconds, not ${text}`);
  return seconds * 1000;
}

function authenticationFrom(text: string): 'scram' | 'none' {
  if (text !== 'scram' && text !== 'none') fail(`--authentication must be scram or none, not ${text}`);
  return text;
}

const flags = {
  path: { type: 'string' },
  socket: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  authentication: { type: 'string', default: 'scram' },
  advertise: { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
  'time-limit': { type: 'string' },
  'fail-points': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function main(): Promise<void> {
  // Keeps all new files private to this user.
  process.umask(0o077);
  const { values, positionals } = parseArgs({ allowPositionals: true, options: flags });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const { path, socket, host, advertise } = values;
  if (!path) fail('--path names the data folder and is required');
  if (positionals[0] !== undefined) return maintain(positionals[0], { path, to: values.to, from: values.from });
  if (host !== undefined && values.port === undefined) fail('--host needs --port');
  await serve({
    path,
    authentication: authenticationFrom(values.authentication),
    ...(socket !== undefined && { socket: resolve(socket) }),
    ...(values.port !== undefined && { port: portFrom(values.port) }),
    ...(host !== undefined && { host }),
    ...(advertise !== undefined && { advertise }),
    failPoints: values['fail-points'],
    ...(values['time-limit'] !== undefined && { timeLimitMs: timeLimitFrom(values['time-limit']) }),
  });
}

main().catch((error: Error) => fail(error.message));
