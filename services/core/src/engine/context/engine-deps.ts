import type { Logger } from 'pino';
import type { Config } from '../../settings/config.ts';
import type { OutboundEvent } from '../../store/events/event-store.ts';
import type { Ports } from './ports.ts';

/** Dependencies of the worker loops. */
export interface EngineDeps {
  config: Config;
  ports: Ports;
  log: Logger;
  now: () => Date;
  /** Receives the events taken from the outbox, each event once and in one worker, for counting. */
  onEvents?(events: OutboundEvent[]): void;
}
