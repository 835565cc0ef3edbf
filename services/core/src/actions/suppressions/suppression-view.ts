import { type Static, Type } from 'typebox';
import { normalizeDomain, normalizeEmail } from '../../domain/contacts/email-address.ts';
import { AppError } from '../../errors/errors.ts';
import { Named, Nullable, OneOf } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { type SuppressionRecord, suppressionReasons } from '../../store/suppressions/suppression-store.ts';

export const suppressionKinds = ['address', 'domain'] as const;

export const SuppressionView = Named(
  'Suppression',
  Type.Object({
    id: Type.String({ description: 'sup_….' }),
    kind: OneOf(suppressionKinds, { description: 'One address, or a whole domain.' }),
    value: Type.Unsafe<string | null>({
      ...Nullable(Type.String()),
      description: 'The address or domain; null when the person was erased.',
    }),
    reason: OneOf(suppressionReasons, { description: 'Why it is suppressed.' }),
    isRemovalProposed: Type.Boolean({
      description: 'A hard bounce while the mailbox had a fault: the address may well work, and may be taken off.',
    }),
    note: Nullable(Type.String({ description: 'Remark of the person who added it.' })),
    createdAt: Type.String({ format: 'date-time', description: 'When it was added.' }),
  }),
);
export type SuppressionView = Static<typeof SuppressionView>;

export function toSuppressionView(record: SuppressionRecord): SuppressionView {
  return viewOf(SuppressionView, record, {});
}

/** Reads "ada@a.example" as an address, and "a.example" as a domain. */
export function readSuppressionValue(value: string): { kind: (typeof suppressionKinds)[number]; value: string } {
  const address = value.includes('@') ? normalizeEmail(value) : undefined;
  if (address !== undefined) return { kind: 'address', value: address };
  const domain = value.includes('@') ? undefined : normalizeDomain(value);
  if (domain !== undefined) return { kind: 'domain', value: domain };
  throw new AppError('validation_failed', `"${value}" is neither an e-mail address nor a domain.`, { field: 'value' });
}
