import type { Logger } from 'pino';
import type { Ports } from '../actions/ports.ts';
import type { Config } from '../config.ts';

/** What the loops of the worker are handed. */
export interface WorkerDeps {
  config: Config;
  ports: Ports;
  log: Logger;
  now: () => Date;
}
