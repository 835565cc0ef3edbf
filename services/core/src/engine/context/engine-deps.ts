import type { Logger } from 'pino';
import type { Config } from '../../settings/config.ts';
import type { OutboundEvent } from '../../store/events/event-store.ts';
import type { Ports } from './ports.ts';

/** What the loops of the worker are handed. */
export interface EngineDeps {
  config: Config;
  ports: Ports;
  log: Logger;
  now: () => Date;
  /** Is given what has left the outbox, each event once by one worker: for counting. */
  onEvents?(events: OutboundEvent[]): void;
}
