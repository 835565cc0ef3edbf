import type { FactsOf } from '../fields/fields.ts';
import type { companyFields } from './company-fields.ts';

export * from './employee-ranges.ts';

/** Company facts that a caller can set. */
export type CompanyFacts = FactsOf<typeof companyFields>;
