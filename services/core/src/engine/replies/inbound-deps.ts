import type { Logger } from 'pino';
import type { Ports } from '../context/ports.ts';

/** What taking in a message needs; the worker, the pages and the actions all have it. */
export interface InboundDeps {
  /** The language model that is asked about unclear replies; the rules alone decide without one. */
  ports?: Pick<Ports, 'drafting'>;
  log?: Logger;
  now: () => Date;
}
