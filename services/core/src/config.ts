import { Buffer } from 'node:buffer';

/** Everything that the environment decides. Read once, at start; frozen. */
export interface Config {
  port: number;
  host: string;
  /** The public address, without a trailing slash. */
  baseUrl: string;
  mongodbUri: string;
  databaseName: string;
  /** 32 bytes: the root of the keys for cursors, unsubscribe links and stored credentials. */
  secretKey: Buffer;
  /** Shared with the gateway for the internal endpoints. */
  internalSecret: string;
  gatewayUrl: string;
  logLevel: string;
  dataDir: string;
  /** Whether mail hosts and webhook targets on private and loopback addresses are allowed. */
  isPrivateHostAllowed: boolean;
  /** Whether anyone may sign up; otherwise only people with an invitation. */
  isSignUpOpen: boolean;
  /** Credits that a new workspace starts with. */
  trialCredits: number;
  rateLimit: { perKeyPerMinute: number; perWorkspacePerMinute: number };
  worker: { pollMs: number; batchSize: number; leaseMs: number };
  model: { url?: string; apiKey?: string; name: string; timeoutMs: number };
  hunterApiKey?: string;
  peopleDataLabsApiKey?: string;
  /** The address in whose name mail servers are asked about mailboxes; absent: they are not asked. */
  smtpProbeFrom?: string;
  /** How long shutdown waits for running requests. */
  shutdownMs: number;
}

/** A setting that the operator has to mend: one line, no stack. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>;

const text = (env: Environment, name: string, fallback?: string): string => {
  const value = env[name] || fallback;
  if (value === undefined) throw new ConfigError(`${name} is not set.`);
  return value;
};

const integer = (env: Environment, name: string, fallback: number, min: number, max: number): number => {
  const value = Number(env[name] || fallback);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} has to be a whole number from ${min} to ${max}, not "${env[name]}".`);
  }
  return value;
};

const url = (env: Environment, name: string, fallback?: string): string => {
  const value = text(env, name, fallback);
  if (!URL.canParse(value)) throw new ConfigError(`${name} has to be an absolute URL, not "${value}".`);
  return value.replace(/\/+$/, '');
};

const secretBytes = (env: Environment): Buffer => {
  const bytes = Buffer.from(text(env, 'SECRET_KEY'), 'base64');
  if (bytes.length !== 32) throw new ConfigError('SECRET_KEY has to be 32 bytes in base64 (openssl rand -base64 32).');
  return bytes;
};

const signUpMode = (env: Environment): 'open' | 'invitation' => {
  const mode = text(env, 'SIGN_UP', 'open');
  if (mode === 'open' || mode === 'invitation') return mode;
  throw new ConfigError(`SIGN_UP has to be open or invitation, not "${mode}".`);
};

const optionalAddress = (env: Environment, name: string): string | undefined => {
  const value = env[name] || undefined;
  if (value === undefined || /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/.test(value)) return value;
  throw new ConfigError(`${name} has to be an e-mail address, not "${value}".`);
};

export const readConfig = (env: Environment): Readonly<Config> => {
  const port = integer(env, 'PORT', 3001, 0, 65535);
  return Object.freeze({
    port,
    host: text(env, 'HOST', '127.0.0.1'),
    baseUrl: url(env, 'BASE_URL', `http://127.0.0.1:${port}`),
    mongodbUri: text(env, 'MONGODB_URI'),
    databaseName: text(env, 'CORE_DATABASE', 'outbound_core'),
    secretKey: secretBytes(env),
    internalSecret: text(env, 'INTERNAL_SECRET'),
    gatewayUrl: url(env, 'GATEWAY_URL', 'http://127.0.0.1:3002'),
    logLevel: text(env, 'LOG_LEVEL', 'info'),
    dataDir: text(env, 'OUTBOUND_DATA_DIR', './data'),
    isPrivateHostAllowed: env.ALLOW_PRIVATE_HOSTS === 'true',
    isSignUpOpen: signUpMode(env) === 'open',
    trialCredits: integer(env, 'TRIAL_CREDITS', 200, 0, 1_000_000),
    rateLimit: {
      perKeyPerMinute: integer(env, 'RATE_LIMIT_KEY_PER_MINUTE', 600, 1, 10_000_000),
      perWorkspacePerMinute: integer(env, 'RATE_LIMIT_WORKSPACE_PER_MINUTE', 1200, 1, 10_000_000),
    },
    worker: {
      pollMs: integer(env, 'WORKER_POLL_MS', 400, 10, 60_000),
      batchSize: integer(env, 'WORKER_BATCH_SIZE', 10, 1, 100),
      leaseMs: integer(env, 'WORKER_LEASE_MS', 60_000, 1_000, 600_000),
    },
    model: {
      url: env.MODEL_URL,
      apiKey: env.MODEL_API_KEY,
      name: text(env, 'MODEL_NAME', 'gpt-4.1-mini'),
      timeoutMs: integer(env, 'MODEL_TIMEOUT_MS', 20_000, 100, 120_000),
    },
    hunterApiKey: env.HUNTER_API_KEY,
    peopleDataLabsApiKey: env.PEOPLE_DATA_LABS_API_KEY,
    smtpProbeFrom: optionalAddress(env, 'SMTP_PROBE_FROM'),
    shutdownMs: integer(env, 'SHUTDOWN_MS', 10_000, 100, 120_000),
  });
};
