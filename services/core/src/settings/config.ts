import type { Buffer } from 'node:buffer';
import {
  ConfigError,
  internalPortStep,
  internalUrlOf,
  logLevels,
} from '@outbound/node-service/settings/common-settings';
import type { ProviderKind } from '../domain/workspaces/providers/provider-kinds.ts';
import { type KeyRing, parseKeyRing } from '../secrets/key-ring.ts';
import { type LegalTexts, readLegalTexts } from './legal-texts.ts';
import { type MailSignIns, readMailSignIns } from './mail-sign-in-config.ts';
import { type ModelConfig, readModel } from './model-config.ts';
import { readProviderUrls } from './provider-urls.ts';
import { type Environment, integer, oneOf, optionalAddress, requiredText, url } from './read-setting.ts';
import { readSystemMail, type SystemMailServer } from './system-mail-config.ts';
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

/** Settings from the environment. Read once at startup and frozen. */
export interface Config {
  port: number;
  host: string;
  /** Public URL, without a trailing slash. */
  baseUrl: string;
  mongodbUri: string;
  databaseName: string;
  /** Gateway database in the same store, since a backup contains both. */
  gatewayDatabaseName: string;
  /** Current key of the ring (32 bytes): the root of the keys for cursors and forms. */
  secretKey: Buffer;
  /** Keys that seal stored credentials. */
  keyRing: KeyRing;
  /** Shared with the gateway for internal endpoints. */
  internalSecret: string;
  /** URL for internal requests to the gateway. */
  gatewayInternalUrl: string;
  /** Port that serves only requests from the gateway. */
  internalPort: number;
  metrics: { host: string; port: number; isPortChosen: boolean };
  /** Proxies whose X-Forwarded-* headers are trusted. */
  trustedProxies: TrustedProxies;
  backup: BackupConfig;
  /** Minimum free bytes on the data folder's disk. Below it, nothing is sent. */
  sendingFreeBytesMin: number;
  logLevel: string;
  /** Endpoint of an OpenTelemetry collector. Without it, tracing is off. */
  traceEndpoint?: string;
  dataDir: string;
  /** True if mail hosts and webhook targets can be private or loopback addresses. */
  isPrivateHostAllowed: boolean;
  /** True if mail may go to reserved names such as `.example`, which is only for tests. */
  areReservedRecipientsAllowed: boolean;
  /** True if anyone can sign up. Otherwise, an invitation is needed. */
  isSignUpOpen: boolean;
  isDevelopment: boolean;
  /** The operator's privacy policy and terms of use. */
  legalTexts: LegalTexts;
  /** Initial credits of a new workspace. */
  trialCredits: number;
  rateLimit: { perKeyPerMinute: number; perWorkspacePerMinute: number; perAddressPerMinute: number };
  /** Requests of one workspace in one process: the maximum running concurrently, and the maximum queued. */
  workspaceTurns: { runningMax: number; waitingMax: number };
  worker: {
    pollMs: number;
    batchSize: number;
    leaseMs: number;
    /** Time without reading after which a mailbox sends no follow-ups, in milliseconds. */
    readingStaleMs: number;
    isAnnounced: boolean;
  };
  /** Language model for drafts and unclear replies. Null: none. */
  model: ModelConfig | null;
  /** Other addresses of providers, such as those of a proxy, by kind. */
  providerUrls: Partial<Record<ProviderKind, string>>;
  hunterApiKey?: string;
  peopleDataLabsApiKey?: string;
  /** Sender address for mailbox checks at mail servers. If absent, no checks are made. */
  smtpProbeFrom?: string;
  /** Sign-in to Google and Microsoft mailboxes, if configured. */
  mailSignIns: MailSignIns;
  /** Server for the service's own mail. Null means it sends none. */
  systemMail: SystemMailServer | null;
  /** Maximum time that shutdown waits for running requests, in milliseconds. */
  shutdownMs: number;
  /** Time during which requests are still accepted after /readyz reports the shutdown, in milliseconds. */
  drainMs: number;
}

export interface BackupConfig {
  /** Folder of scheduled backups. Without it, none are made. */
  dir?: string;
  everyMs: number;
  /** Number of backups to keep there. */
  keep: number;
  passphrase?: string;
  /** Original environment variables that the data depends on. Part of every backup. */
  secrets: Record<string, string>;
}

function readKeyRing(env: Environment): KeyRing {
  const given = requiredText(env, 'SECRET_KEY');
  try {
    return parseKeyRing(given);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function signUpMode(env: Environment): 'open' | 'invitation' {
  const mode = requiredText(env, 'SIGN_UP', 'open');
  if (mode === 'open' || mode === 'invitation') return mode;
  throw new ConfigError(`SIGN_UP must be open or invitation, not "${mode}".`);
}

function gatewayInternalUrl(env: Environment): string {
  const gateway = new URL(url(env, 'GATEWAY_URL', 'http://127.0.0.1:3002'));
  return url(env, 'GATEWAY_INTERNAL_URL', internalUrlOf(gateway));
}

function metricsSettings(env: Environment): Config['metrics'] {
  return {
    host: requiredText(env, 'METRICS_HOST', '127.0.0.1'),
    port: integer(env, 'METRICS_PORT', 9464, 0, 65535),
    isPortChosen: Boolean(env.METRICS_PORT),
  };
}

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
function duration(env: Environment, name: string, fallback: string): number {
  const value = requiredText(env, name, fallback);
  const [, count, unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(value) ?? [];
  if (count === undefined) throw new ConfigError(`${name} has to be a time such as 30m, 24h or 7d, not "${value}".`);
  return Number(count) * unitMs[unit]!;
}

function backupConfig(env: Environment): BackupConfig {
  const [dir, passphrase] = [env.BACKUP_DIR || undefined, env.OUTBOUND_BACKUP_PASSPHRASE || undefined];
  if (dir && !passphrase) throw new ConfigError('BACKUP_DIR needs OUTBOUND_BACKUP_PASSPHRASE: backups are encrypted.');
  return {
    dir,
    everyMs: duration(env, 'BACKUP_EVERY', '24h'),
    keep: integer(env, 'BACKUP_KEEP', 14, 1, 1_000),
    passphrase,
    secrets: { SECRET_KEY: requiredText(env, 'SECRET_KEY'), INTERNAL_SECRET: requiredText(env, 'INTERNAL_SECRET') },
  };
}

function trustedProxies(env: Environment): TrustedProxies {
  try {
    return parseTrustedProxies(requiredText(env, 'TRUST_PROXY', 'loopback'));
  } catch (error) {
    throw new ConfigError(`TRUST_PROXY: ${(error as Error).message}.`);
  }
}

function limits(env: Environment): Pick<Config, 'rateLimit' | 'workspaceTurns'> {
  return {
    rateLimit: {
      perKeyPerMinute: integer(env, 'RATE_LIMIT_KEY_PER_MINUTE', 600, 1, 10_000_000),
      perWorkspacePerMinute: integer(env, 'RATE_LIMIT_WORKSPACE_PER_MINUTE', 1200, 1, 10_000_000),
      perAddressPerMinute: integer(env, 'RATE_LIMIT_ADDRESS_PER_MINUTE', 120, 1, 10_000_000),
    },
    workspaceTurns: {
      runningMax: integer(env, 'WORKSPACE_REQUESTS_AT_ONCE', 16, 1, 10_000),
      waitingMax: integer(env, 'WORKSPACE_REQUESTS_WAITING', 400, 0, 100_000),
    },
  };
}

export function readConfig(env: Environment): Readonly<Config> {
  const port = integer(env, 'PORT', 3001, 0, 65535);
  const keyRing = readKeyRing(env);
  return Object.freeze({
    port,
    host: requiredText(env, 'HOST', '127.0.0.1'),
    baseUrl: url(env, 'BASE_URL', `http://127.0.0.1:${port}`),
    mongodbUri: requiredText(env, 'MONGODB_URI'),
    databaseName: requiredText(env, 'CORE_DATABASE', 'outbound_core'),
    gatewayDatabaseName: requiredText(env, 'GATEWAY_DATABASE', 'outbound_gateway'),
    backup: backupConfig(env),
    sendingFreeBytesMin: integer(env, 'SENDING_FREE_MB_MIN', 200, 0, 10_000_000) * 1_000_000,
    secretKey: keyRing.current.key,
    keyRing,
    internalSecret: requiredText(env, 'INTERNAL_SECRET'),
    gatewayInternalUrl: gatewayInternalUrl(env),
    internalPort: integer(env, 'INTERNAL_PORT', port === 0 ? 0 : port + internalPortStep, 0, 65535),
    metrics: metricsSettings(env),
    trustedProxies: trustedProxies(env),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    traceEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ? url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT') : undefined,
    dataDir: requiredText(env, 'OUTBOUND_DATA_DIR', './data'),
    isPrivateHostAllowed: env.ALLOW_PRIVATE_HOSTS === 'true',
    areReservedRecipientsAllowed: env.ALLOW_RESERVED_RECIPIENTS === 'true',
    isSignUpOpen: signUpMode(env) === 'open',
    isDevelopment: env.NODE_ENV === 'development',
    legalTexts: readLegalTexts(env),
    trialCredits: integer(env, 'TRIAL_CREDITS', 200, 0, 1_000_000),
    ...limits(env),
    worker: {
      pollMs: integer(env, 'WORKER_POLL_MS', 400, 10, 60_000),
      batchSize: integer(env, 'WORKER_BATCH_SIZE', 10, 1, 100),
      leaseMs: integer(env, 'WORKER_LEASE_MS', 60_000, 1_000, 600_000),
      readingStaleMs: duration(env, 'READING_STALE_AFTER', '15m'),
      isAnnounced: env.WORKER_ANNOUNCED === 'true',
    },
    model: readModel(env),
    providerUrls: readProviderUrls(env),
    hunterApiKey: env.HUNTER_API_KEY,
    peopleDataLabsApiKey: env.PEOPLE_DATA_LABS_API_KEY,
    smtpProbeFrom: optionalAddress(env, 'SMTP_PROBE_FROM'),
    mailSignIns: readMailSignIns(env),
    systemMail: readSystemMail(env),
    shutdownMs: integer(env, 'SHUTDOWN_MS', 10_000, 100, 120_000),
    drainMs: integer(env, 'DRAIN_MS', 2_000, 0, 120_000),
  });
}
