import { randomBytes, randomUUID } from 'node:crypto';
import { freePort } from '../../deploy/launcher/free-port.ts';
import { type RunningProcess, startProcess, untilReady } from './running-process.ts';

const program = 'services/core/src/main.ts';

/** The core on a database of its own. A test starts and ends each process itself. */
export interface OwnCore {
  url: string;
  env: Record<string, string>;
  /** Starts the API and waits until it responds. */
  startApi(): Promise<RunningProcess>;
  startWorker(): Promise<RunningProcess>;
  operate(...args: string[]): Promise<string>;
}

export async function ownCore(environment: Record<string, string> = {}): Promise<OwnCore> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: port,
    BASE_URL: url,
    MONGODB_URI: process.env.MONGODB_URI || process.env.TEST_MONGODB_URI!,
    CORE_DATABASE: `kill_${randomUUID().slice(0, 8)}`,
    SECRET_KEY: randomBytes(32).toString('base64'),
    INTERNAL_SECRET: 'kill-test',
    LOG_LEVEL: 'error',
    RATE_LIMIT_KEY_PER_MINUTE: '1000000',
    RATE_LIMIT_WORKSPACE_PER_MINUTE: '1000000',
    ...environment,
  };
  return {
    url,
    env,
    async startApi() {
      const api = startProcess(program, ['api'], env);
      await untilReady(url, api);
      return api;
    },
    async startWorker() {
      return startProcess(program, ['worker'], { ...env, PORT: String(await freePort()) });
    },
    async operate(...args) {
      const command = startProcess(program, args, env);
      await new Promise((resolve) => command.child.once('close', resolve));
      return command.output().trim();
    },
  };
}
