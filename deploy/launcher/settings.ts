import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isIPv6 } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { loadSecretFiles, SecretFileError } from '../../shared/node-service/src/settings/secret-files.ts';
import { believeProxies } from './front/believe-proxies.ts';

/** A problem that the operator must fix. Printed as one line. */
export class StartError extends Error {}

export interface Settings {
  port: number;
  host: string;
  baseUrl: string;
  dataDir: string;
  mongodbUri?: string;
  secretKey: string;
  internalSecret: string;
  metricsPort: number;
  isMetricsPortChosen: boolean;
  trustProxy: string;
}

function readPort(name: string, text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new StartError(`${name} must be a number from 0 to 65535, not "${text}".`);
}

function readBaseUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const isUsable = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname === '/';
  if (isUsable) return new URL(text).origin;
  throw new StartError(`BASE_URL must be an origin such as https://outbound.example.com, not "${text}".`);
}

function readMongodbUri(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (/^mongodb(\+srv)?:\/\/\S+$/.test(text)) return text;
  throw new StartError('MONGODB_URI must start with mongodb:// or mongodb+srv://.');
}

/** Sets folders to 0700 and files to 0600, including those of earlier versions. The store handles its own folder. */
function closeToOthers(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) closeToOthers(path);
    else if (entry.isFile()) closeFile(path);
  }
}

function closeFile(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    // A draft of another start, deleted meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Creates one folder after the other. Node's `recursive` option reports a missing file on a read-only file system, and
 * hangs in /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  unlessThere(() => mkdirSync(path, { mode: 0o700 }));
}

/** Two concurrent starts can create the same thing. The second start uses the first one's. */
function unlessThere(make: () => void): void {
  try {
    make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Creates the data folder, or throws with the problem. */
export function openDataDir(folder: string): string {
  const dataDir = resolve(folder);
  try {
    makeFolder(join(dataDir, 'logs'));
    accessSync(dataDir, constants.W_OK);
    closeToOthers(dataDir);
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} is not writable: ${reasonOf(error as NodeJS.ErrnoException)}`);
  }
  return dataDir;
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EACCES' || code === 'EPERM') return 'this user has no permission (EACCES)';
  if (code === 'EROFS') return 'the file system is read-only (EROFS)';
  if (code === 'ENOSPC') return 'the disk is full (ENOSPC)';
  return message;
}

/** File of the generated secrets of this data folder. */
export function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/**
 * Secrets are generated once and stored in the data folder, readable only by its owner. The environment overrides them.
 */
function readSecrets(dataDir: string): { secretKey: string; internalSecret: string } {
  const file = secretsFile(dataDir);
  if (!existsSync(file)) {
    const secrets = {
      secretKey: randomBytes(32).toString('base64'),
      internalSecret: randomBytes(32).toString('base64url'),
    };
    // Gets its name only when it is complete and no other file has it, so that two concurrent starts use the same
    // secrets.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    unlessThere(() => linkSync(draft, file));
    rmSync(draft);
  }
  try {
    const { secretKey, internalSecret } = JSON.parse(readFileSync(file, 'utf8'));
    return {
      secretKey: process.env.SECRET_KEY || secretKey,
      internalSecret: process.env.INTERNAL_SECRET || internalSecret,
    };
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function readTrustProxy(text: string): string {
  try {
    believeProxies(text);
  } catch (error) {
    throw new StartError(`TRUST_PROXY: ${(error as Error).message}.`);
  }
  return text;
}

/** As it is written in a URL: an address of IPv6 in brackets (RFC 3986, 3.2.2). */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Reads secrets from the files that `NAME_FILE` names. The parts get them as `NAME`. */
function readSecretFiles(env: Record<string, string | undefined>): void {
  try {
    loadSecretFiles(env);
  } catch (error) {
    throw error instanceof SecretFileError ? new StartError(error.message) : error;
  }
}

export function readSettings(env: Record<string, string | undefined>): Settings {
  readSecretFiles(env);
  const port = readPort('PORT', env.PORT || '3000');
  const host = env.HOST || '127.0.0.1';
  const baseUrl = readBaseUrl(env.BASE_URL) ?? `http://${shownHost(host)}:${port}`;
  const dataDir = openDataDir(env.OUTBOUND_DATA_DIR || './data');
  return {
    port,
    host,
    baseUrl,
    dataDir,
    mongodbUri: readMongodbUri(env.MONGODB_URI),
    metricsPort: readPort('METRICS_PORT', env.METRICS_PORT || '9464'),
    isMetricsPortChosen: Boolean(env.METRICS_PORT),
    trustProxy: readTrustProxy(env.TRUST_PROXY || 'loopback'),
    ...readSecrets(dataDir),
  };
}
