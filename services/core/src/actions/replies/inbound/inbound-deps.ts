import type { Logger } from 'pino';
import type { Config } from '../../../config.ts';

/** What taking in a message needs; the worker, the pages and the actions all have it. */
export interface InboundDeps {
  config: Pick<Config, 'secretKey'>;
  log?: Logger;
  now: () => Date;
}
