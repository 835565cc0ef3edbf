import { type Static, Type } from 'typebox';
import { Named, Timestamp } from '../../schema/schema.ts';

/** Origins of fields that prospect sources supplied, by the name of the field. */
export const fieldSources = Named(
  'FieldSources',
  Type.Record(
    Type.String(),
    Type.Object({
      source: Type.String({ description: 'Source: own, directory, or a provider.' }),
      at: Timestamp('Time at which the source supplied it.'),
      credits: Type.Integer({ description: 'Credits that the workspace was charged for the person.' }),
      confidence: Type.Optional(
        Type.Number({ description: 'Only for an address that was found by the pattern of its domain: from 0 to 1.' }),
      ),
      billed: Type.Integer({ description: "Billed by the provider, in credits of the provider's account." }),
    }),
    {
      description:
        'Origin of each field that a source supplied, by field name. A field that was set in another way has none.',
    },
  ),
);

export type FieldSources = Static<typeof fieldSources>;

/** Origin of a fact: the source, and what it billed in its own credits. */
export interface Origin {
  source: string;
  billed: number;
  /** For an address found by the pattern of its domain. */
  confidence?: number;
}

/** Entries for the given fields. */
export function sourcesOf(
  names: readonly string[],
  originOf: (name: string) => Origin,
  credits: number,
  at: Date,
): FieldSources {
  return Object.fromEntries(names.map((name) => [name, { ...originOf(name), at: at.toISOString(), credits }]));
}

/** Entries that stay when these fields get other values. Undefined if none change. */
export function sourcesWithout(sources: FieldSources | undefined, names: readonly string[]): FieldSources | undefined {
  if (sources === undefined || !names.some((name) => name in sources)) return undefined;
  return Object.fromEntries(Object.entries(sources).filter(([name]) => !names.includes(name)));
}
