import type { Ports } from './actions/ports.ts';
import type { Config } from './config.ts';

/** Chooses the implementation of each port from the configuration. One line per port. */
export const createPorts = (_config: Config): Ports => ({});
