import type { Logger } from 'pino';
import type { Ports } from '../context/ports.ts';

/** Dependencies for receiving a message, available in the worker, the pages, and the actions. */
export interface InboundDeps {
  /** Language model for unclear replies. Without it, only the rules decide. */
  ports?: Pick<Ports, 'drafting'>;
  log?: Logger;
  now: () => Date;
}
