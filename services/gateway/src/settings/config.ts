import { readFileSync } from 'node:fs';
import {
  ConfigError,
  internalPortStep,
  internalUrlOf,
  logLevels,
} from '@outbound/node-service/settings/common-settings';

const clientDocumentModes = ['auto', 'on', 'off'] as const;
export type ClientDocumentMode = (typeof clientDocumentModes)[number];

export interface ProxySettings {
  readonly url: string;
  readonly noProxy: readonly string[];
}

/** The only reader of the environment. Checked once at startup, then frozen. */
export interface Config {
  /** Version of the product, as clients see it. */
  readonly version: string;
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  readonly resourceUrl: string;
  readonly mongodbUri: string;
  readonly database: string;
  readonly coreUrl: string;
  readonly coreInternalUrl: string;
  /** Port of the listener for requests from the core. */
  readonly internalPort: number;
  readonly metrics: { readonly host: string; readonly port: number; readonly isPortChosen: boolean };
  /** Time to keep accepting requests after /readyz starts to report the shutdown. */
  readonly drainMs: number;
  readonly internalSecret: string;
  readonly cookieKey: string | undefined;
  readonly operatorSecret: string | undefined;
  readonly allowedHosts: readonly string[];
  /** Allowed hosts that people may type instead of the host of `baseUrl`. */
  readonly aliasHosts: readonly string[];
  readonly clientDocuments: ClientDocumentMode;
  /** HTTP proxy for requests to other servers, and the hosts that are reached without it. */
  readonly proxy: ProxySettings | undefined;
  readonly allowedOrigins: readonly string[];
  readonly trustProxy: string | false;
  readonly requestsPerMinutePerIp: number;
  readonly requestsPerMinutePerPrincipal: number;
  readonly registrationsPerHourPerIp: number;
  /** Time between two looks at what waits, for each open subscription. */
  readonly waitingCheckMs: number;
  readonly logLevel: string;
  /** Adds the fixtures of the protocol's conformance suite. Allowed only on this machine. */
  readonly testProfile: 'conformance' | undefined;
  /** Endpoint of an OpenTelemetry collector. Without one, nothing is traced. */
  readonly traceEndpoint: string | undefined;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const inspectorOrigins = ['http://localhost:6274', 'http://127.0.0.1:6274'];

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { text, number, address, problems } = readersOf(env);
  const port = number('PORT', 3001);
  const host = text('HOST', '127.0.0.1');
  const base = address('BASE_URL', `http://${host}:${port}`);
  const core = address('CORE_URL');
  const aliasHosts = [...namesOf(base), ...list(env.ALLOWED_HOSTS)];
  const config: Config = Object.freeze({
    version: readVersion(),
    port,
    host,
    baseUrl: base.origin,
    resourceUrl: `${base.origin}/mcp`,
    mongodbUri: text('MONGODB_URI'),
    database: text('GATEWAY_DATABASE', 'outbound_gateway'),
    coreUrl: core.href.replace(/\/$/, ''),
    coreInternalUrl: address('CORE_INTERNAL_URL', internalUrlOf(core)).origin,
    internalPort: number('INTERNAL_PORT', port === 0 ? 0 : port + internalPortStep),
    metrics: Object.freeze({
      host: text('METRICS_HOST', '127.0.0.1'),
      port: number('METRICS_PORT', 9464),
      isPortChosen: Boolean(env.METRICS_PORT),
    }),
    drainMs: number('DRAIN_MS', 2_000),
    internalSecret: text('INTERNAL_SECRET'),
    cookieKey: env.GATEWAY_COOKIE_KEY || undefined,
    operatorSecret: env.OPERATOR_SECRET || undefined,
    allowedHosts: Object.freeze([base.host, `${host}:${port}`, ...aliasHosts]),
    aliasHosts: Object.freeze(aliasHosts),
    clientDocuments: (env.CLIENT_DOCUMENTS || 'auto') as ClientDocumentMode,
    proxy: proxyOf(env, address),
    allowedOrigins: Object.freeze([
      base.origin,
      ...(isLoopback(base.hostname) ? inspectorOrigins : []),
      ...list(env.ALLOWED_ORIGINS),
    ]),
    trustProxy: env.TRUST_PROXY === 'none' ? false : text('TRUST_PROXY', 'loopback'),
    requestsPerMinutePerIp: number('REQUESTS_PER_MINUTE_PER_IP', 6000),
    requestsPerMinutePerPrincipal: number('REQUESTS_PER_MINUTE_PER_PRINCIPAL', 1200),
    registrationsPerHourPerIp: number('REGISTRATIONS_PER_HOUR_PER_IP', 60),
    waitingCheckMs: number('WAITING_CHECK_MS', 5000),
    logLevel: text('LOG_LEVEL', 'info'),
    testProfile: env.MCP_TEST_PROFILE === 'conformance' ? 'conformance' : undefined,
    traceEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? address('OTEL_EXPORTER_OTLP_ENDPOINT').href.replace(/\/$/, '')
      : undefined,
  });
  problems.push(...contradictionsIn(config, base, env));
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
  return config;
}

/** Finds settings that parse but have unsupported values or contradict each other. */
function contradictionsIn(
  { logLevel, clientDocuments, testProfile, host }: Config,
  base: URL,
  env: NodeJS.ProcessEnv,
): string[] {
  const problems: string[] = [];
  if (!logLevels.includes(logLevel))
    problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${logLevel}"`);
  if (!clientDocumentModes.includes(clientDocuments))
    problems.push(`CLIENT_DOCUMENTS must be ${clientDocumentModes.join(', ')}, not "${clientDocuments}"`);
  if (env.MCP_TEST_PROFILE && !testProfile)
    problems.push(`MCP_TEST_PROFILE must be conformance, not "${env.MCP_TEST_PROFILE}"`);
  if (testProfile && !(isLoopback(host) && isLoopback(base.hostname)))
    problems.push('MCP_TEST_PROFILE is for this machine alone: HOST and BASE_URL must be loopback addresses');
  if (base.pathname !== '/') problems.push('BASE_URL must not have a path: the OAuth issuer is its origin');
  return problems;
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}

/** Readers of single settings. They collect problems so that one error can name them all. */
function readersOf(env: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  const text = (name: string, fallback?: string): string => {
    const value = env[name] || fallback;
    if (value === undefined) problems.push(`${name} is missing`);
    return value ?? '';
  };
  const number = (name: string, fallback: number): number => {
    const value = Number(env[name] || fallback);
    if (!Number.isInteger(value) || value < 0) problems.push(`${name} must be a whole number, not "${env[name]}"`);
    return value;
  };
  const address = (name: string, fallback?: string): URL => {
    const value = text(name, fallback);
    const url = URL.parse(value);
    if (value && !url) problems.push(`${name} must be a URL, not "${value}"`);
    return url ?? new URL('http://invalid.invalid');
  };
  return { text, number, address, problems };
}

export function isLoopback(hostname: string): boolean {
  return loopbackNames.includes(hostname);
}

/** Reads the proxy variables as curl and Node.js do, in both spellings. */
function proxyOf(env: NodeJS.ProcessEnv, address: (name: string, fallback?: string) => URL): ProxySettings | undefined {
  const url = env.HTTPS_PROXY || env.https_proxy;
  if (!url) return undefined;
  const noProxy = Object.freeze(list(env.NO_PROXY || env.no_proxy));
  return Object.freeze({ url: address('HTTPS_PROXY', url).href, noProxy });
}

/** All names of the machine if the host is local. */
function namesOf({ hostname, port }: URL): string[] {
  return isLoopback(hostname) ? loopbackNames.map((name) => `${name}:${port}`) : [];
}

function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
