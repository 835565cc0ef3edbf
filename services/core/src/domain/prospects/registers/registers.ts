import { companiesHouse } from './companies-house.ts';
import { gleif } from './gleif.ts';
import { overture } from './overture.ts';
import type { Register } from './register.ts';

export const presets = ['gleif', 'companies_house', 'overture'] as const;
export type Preset = (typeof presets)[number];

/** Open registers that a data set can be made of, all with licenses that allow commercial use. */
export const registers: Record<Preset, Register> = { gleif, companies_house: companiesHouse, overture };
