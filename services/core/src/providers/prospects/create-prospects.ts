import type { Config } from '../../config.ts';
import { directorySource } from './directory/directory-source.ts';
import { Prospects } from './prospects.ts';

/** The built-in directory always; a provider as soon as its key is configured. */
export const createProspects = (_config: Pick<Config, 'hunterApiKey' | 'peopleDataLabsApiKey'>): Prospects =>
  new Prospects([directorySource]);
