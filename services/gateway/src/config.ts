/** The only reader of the environment. Checked once at start, then frozen. */
export type Config = Readonly<{
  port: number;
  host: string;
  baseUrl: string;
  resourceUrl: string;
  mongodbUri: string;
  database: string;
  coreUrl: string;
  internalSecret: string;
  cookieKey: string | undefined;
  operatorSecret: string | undefined;
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
  trustProxy: string;
  requestsPerMinutePerIp: number;
  requestsPerMinutePerPrincipal: number;
  registrationsPerHourPerIp: number;
  logLevel: string;
}>;

export class ConfigError extends Error {}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const INSPECTOR_ORIGINS = ['http://localhost:6274', 'http://127.0.0.1:6274'];

export function readConfig(env: NodeJS.ProcessEnv): Config {
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

  const port = number('PORT', 3001);
  const host = text('HOST', '127.0.0.1');
  const base = address('BASE_URL', `http://${host}:${port}`);
  const core = address('CORE_URL');
  const config: Config = Object.freeze({
    port,
    host,
    baseUrl: base.origin,
    resourceUrl: `${base.origin}/mcp`,
    mongodbUri: text('MONGODB_URI'),
    database: text('GATEWAY_DATABASE', 'outbound_gateway'),
    coreUrl: core.href.replace(/\/$/, ''),
    internalSecret: text('INTERNAL_SECRET'),
    cookieKey: env.GATEWAY_COOKIE_KEY || undefined,
    operatorSecret: env.OPERATOR_SECRET || undefined,
    allowedHosts: Object.freeze([base.host, `${host}:${port}`, ...namesOf(base), ...list(env.ALLOWED_HOSTS)]),
    allowedOrigins: Object.freeze([
      base.origin,
      ...(LOOPBACK.includes(base.hostname) ? INSPECTOR_ORIGINS : []),
      ...list(env.ALLOWED_ORIGINS),
    ]),
    trustProxy: text('TRUST_PROXY', 'loopback'),
    requestsPerMinutePerIp: number('REQUESTS_PER_MINUTE_PER_IP', 6000),
    requestsPerMinutePerPrincipal: number('REQUESTS_PER_MINUTE_PER_PRINCIPAL', 1200),
    registrationsPerHourPerIp: number('REGISTRATIONS_PER_HOUR_PER_IP', 60),
    logLevel: text('LOG_LEVEL', 'info'),
  });
  if (base.pathname !== '/') problems.push('BASE_URL must not have a path: the OAuth issuer is its origin');
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
  return config;
}

/** On one machine, every name of it. */
function namesOf({ hostname, port }: URL): string[] {
  return LOOPBACK.includes(hostname) ? LOOPBACK.map((name) => `${name}:${port}`) : [];
}

function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
