import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import type { WantedFacts } from '../../../domain/crm/contact-changes.ts';
import { Nullable } from '../../schema.ts';
import { contactFactProperties, toContactFacts } from '../contact-facts.ts';

type Clearable<P> = { [K in keyof P]: P[K] extends TSchema ? TOptional<TUnsafe<Static<P[K]> | null>> : never };

export const clearable = <P extends Record<string, TSchema>>(properties: P): Clearable<P> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(Nullable(schema))]),
  ) as unknown as Clearable<P>;

const { emailStatus, ...facts } = contactFactProperties;

/** The facts of a contact as an update takes them: null takes one away. */
export const wantedFactProperties = { emailStatus, ...clearable(facts) };

type Raw = { [K in keyof typeof wantedFactProperties]?: unknown };

/** Normalises what is given and leaves the nulls; throws `validation_failed` naming the field. */
export const toWantedFacts = (raw: Raw): WantedFacts => {
  const entries = Object.entries(raw);
  const given = Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
  const cleared = Object.fromEntries(entries.filter(([, value]) => value === null));
  return { ...toContactFacts(given as never), ...cleared };
};
