#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { checkFolder } from './check.ts';
import { type EmbeddedMongo, startEmbeddedMongo } from './index.ts';
import { DataFolderError } from './storage/data-folder.ts';

// What one command makes is gone with it: more room for young objects would only hold on to memory (60 MB in an import).
setFlagsFromString('--semi-space-growth-factor=1');

const usage = `embedded-mongo: a small MongoDB-compatible server

  embedded-mongo --path ./data/mongo [--port 27017] [--host 127.0.0.1] [--advertise host:port]
  embedded-mongo check --path ./data/mongo    verifies a data folder that no server uses
`;

function fail(message: string): never {
  process.stderr.write(`embedded-mongo: ${message}\n`);
  process.exit(1);
}

function reasonOf(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error instanceof DataFolderError) return error.message;
  if (error.code === 'EADDRINUSE') return `port ${port} on ${host} is in use by another program`;
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
    return `cannot listen on ${host}:${port} (${error.code})`;
  return error.message;
}

async function serve(path: string, port: number, host: string, advertise: string | undefined): Promise<void> {
  const log = (line: string) => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);
  const onBroken = (error: Error) => fail(error.message);
  let server: EmbeddedMongo;
  try {
    server = await startEmbeddedMongo({ path, port, host, log, onBroken, ...(advertise && { advertise }) });
  } catch (error) {
    fail(reasonOf(error as NodeJS.ErrnoException, host, port));
  }
  process.stdout.write(`ready ${server.uri}\n`);
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

function check(path: string): void {
  try {
    const report = checkFolder(path);
    for (const line of report.problems) process.stdout.write(`${line}\n`);
    process.stdout.write(
      `${report.collections} collections, ${report.documents} documents, ${report.problems.length} problems\n`,
    );
    process.exit(report.problems.length === 0 ? 0 : 1);
  } catch (error) {
    fail((error as Error).message);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      path: { type: 'string' },
      port: { type: 'string', default: '27017' },
      host: { type: 'string', default: '127.0.0.1' },
      advertise: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    fail(`--port must be a number from 0 to 65535, not ${values.port}`);
  if (!values.path) fail('--path names the data folder and is required');
  if (positionals[0] === 'check') check(values.path);
  else if (positionals.length > 0) fail(`unknown command ${positionals[0]}`);
  else await serve(values.path, port, values.host, values.advertise);
}

main().catch((error: Error) => fail(error.message));
