import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A condition that the operator has to mend: printed as one line. */
export class StartError extends Error {}

export interface Settings {
  port: number;
  host: string;
  baseUrl: string;
  dataDir: string;
  mongodbUri?: string;
  secretKey: string;
  internalSecret: string;
}

const readPort = (text: string): number => {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new StartError(`PORT has to be a number from 0 to 65535, not "${text}".`);
};

const readBaseUrl = (text: string | undefined): string | undefined => {
  if (!text) return undefined;
  const isUsable = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname === '/';
  if (isUsable) return new URL(text).origin;
  throw new StartError(`BASE_URL has to be an origin such as https://outbound.example.com, not "${text}".`);
};

const readMongodbUri = (text: string | undefined): string | undefined => {
  if (!text) return undefined;
  if (/^mongodb(\+srv)?:\/\/\S+$/.test(text)) return text;
  throw new StartError('MONGODB_URI has to begin with mongodb:// or mongodb+srv://.');
};

/** Makes the data folder, or says what is wrong with it. */
export const openDataDir = (folder: string): string => {
  const dataDir = resolve(folder);
  try {
    mkdirSync(join(dataDir, 'logs'), { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be written: ${(error as Error).message}`);
  }
  return dataDir;
};

/** Secrets are made once and kept in the data folder, readable by its owner alone; the environment overrides them. */
const readSecrets = (dataDir: string): { secretKey: string; internalSecret: string } => {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const secrets = {
      secretKey: randomBytes(32).toString('base64'),
      internalSecret: randomBytes(32).toString('base64url'),
    };
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
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
};

export const readSettings = (env: Record<string, string | undefined>): Settings => {
  const port = readPort(env.PORT || '3000');
  const host = env.HOST || '127.0.0.1';
  const baseUrl =
    readBaseUrl(env.BASE_URL) ?? `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;
  const dataDir = openDataDir(env.OUTBOUND_DATA_DIR || './data');
  return { port, host, baseUrl, dataDir, mongodbUri: readMongodbUri(env.MONGODB_URI), ...readSecrets(dataDir) };
};
