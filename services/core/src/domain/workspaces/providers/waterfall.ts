import { type Static, Type } from 'typebox';

/** Ceilings for looking up people at providers, in the providers' own credits. */
export const Waterfall = Type.Object(
  {
    perPerson: Type.Integer({ minimum: 1, maximum: 100, description: 'Most that providers may bill for one person.' }),
    perRun: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Most that providers may bill for one request or job.',
    }),
  },
  { additionalProperties: false },
);
export type Waterfall = Static<typeof Waterfall>;

export const defaultWaterfall: Waterfall = { perPerson: 5, perRun: 1_000 };
