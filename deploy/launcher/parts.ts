import { fileURLToPath } from 'node:url';
import type { Settings } from './settings.ts';
import type { Part } from './supervise.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const mongoPart = (dataDir: string, port: number): Part => ({
  name: 'mongo',
  script: at('shared/embedded-mongo/src/main.ts'),
  args: ['--path', `${dataDir}/mongo`, '--port', String(port)],
  env: {},
});

export interface Ports {
  core: number;
  worker: number;
  gateway: number;
}

const loopback = (port: number): string => `http://127.0.0.1:${port}`;

/** Environment that core, worker and gateway share; each is started the same way when it runs alone. */
export const serviceParts = (settings: Settings, mongodbUri: string, ports: Ports): Part[] => {
  const { baseUrl, dataDir, secretKey, internalSecret } = settings;
  const shared = {
    HOST: '127.0.0.1',
    BASE_URL: baseUrl,
    MONGODB_URI: mongodbUri,
    OUTBOUND_DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    INTERNAL_SECRET: internalSecret,
    CORE_URL: loopback(ports.core),
    GATEWAY_URL: loopback(ports.gateway),
  };
  const core = at('services/core/src/main.ts');
  return [
    { name: 'core', script: core, args: ['api'], env: { ...shared, PORT: String(ports.core) } },
    { name: 'worker', script: core, args: ['worker'], env: { ...shared, PORT: String(ports.worker) } },
    { name: 'gateway', script: at('services/gateway/src/main.ts'), env: { ...shared, PORT: String(ports.gateway) } },
  ];
};
