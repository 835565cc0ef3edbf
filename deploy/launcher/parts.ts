import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { proxiesOf } from './front/believe-proxies.ts';
import type { Part } from './processes/part.ts';
import type { Settings } from './settings.ts';

function at(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** Listens on a Unix socket in its own folder, so that no other user of the machine can reach it. */
export function mongoPart(dataDir: string): Part {
  return {
    name: 'mongo',
    script: at('shared/embedded-mongo/src/main.ts'),
    args: ['--path', `${dataDir}/mongo`],
    env: {},
  };
}

/** Time for the launcher to notice that a part stops, and to send it no more requests. */
const drainMs = 200;

const serviceNames = ['core', 'worker', 'gateway'] as const;

export type Ports = Record<(typeof serviceNames)[number], { main: number; internal: number; metrics: number }>;

export async function choosePorts(): Promise<Ports> {
  const ports = serviceNames.map(async (name) => [
    name,
    { main: await freePort(), internal: await freePort(), metrics: await freePort() },
  ]);
  return Object.fromEntries(await Promise.all(ports));
}

export function loopback(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/**
 * With HTTPS_PROXY, Node.js sends the requests of core and worker to other servers through it. The gateway reads the
 * variable itself, because it fetches addresses that strangers name. Requests between parts never use the proxy.
 */
function proxyEnvironment(name: (typeof serviceNames)[number], env: NodeJS.ProcessEnv): Record<string, string> {
  if (name === 'gateway' || !(env.HTTPS_PROXY || env.https_proxy)) return {};
  const own = ['127.0.0.1', 'localhost', '[::1]'];
  return { NODE_USE_ENV_PROXY: '1', NO_PROXY: [env.NO_PROXY || env.no_proxy, ...own].filter(Boolean).join(',') };
}

/** Environment of core, worker, and gateway. Parts that run alone start with the same variables. */
export function serviceParts(settings: Settings, mongodbUri: string, ports: Ports): Part[] {
  const { baseUrl, dataDir, secretKey, internalSecret, trustProxy } = settings;
  const { core, gateway } = ports;
  const shared = {
    HOST: '127.0.0.1',
    METRICS_HOST: '127.0.0.1',
    BASE_URL: baseUrl,
    MONGODB_URI: mongodbUri,
    OUTBOUND_DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    INTERNAL_SECRET: internalSecret,
    CORE_URL: loopback(core.main),
    CORE_INTERNAL_URL: loopback(core.internal),
    GATEWAY_INTERNAL_URL: loopback(gateway.internal),
    // The launcher itself is the proxy, on loopback.
    TRUST_PROXY: ['loopback', ...proxiesOf(trustProxy)].join(','),
    DRAIN_MS: String(drainMs),
    WORKER_ANNOUNCED: 'true',
  };
  const coreScript = at('services/core/src/main.ts');
  const scripts = {
    core: { script: coreScript, args: ['api'] },
    worker: { script: coreScript, args: ['worker'] },
    gateway: { script: at('services/gateway/src/main.ts') },
  };
  return serviceNames.map((name) => {
    const { main, internal, metrics } = ports[name];
    const own = { PORT: String(main), INTERNAL_PORT: String(internal), METRICS_PORT: String(metrics) };
    return { name, ...scripts[name], env: { ...shared, ...own, ...proxyEnvironment(name, process.env) } };
  });
}
