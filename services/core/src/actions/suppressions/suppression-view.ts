import { type Static, Type } from 'typebox';
import { normalizeDomain, normalizeEmail } from '../../domain/contacts/email-address.ts';
import { AppError } from '../../errors/errors.ts';
import { Named, Nullable, OneOf } from '../../schema/schema.ts';
import { type SuppressionRecord, suppressionReasons } from '../../store/suppressions/suppression-store.ts';

export const suppressionKinds = ['address', 'domain'] as const;

export const SuppressionView = Named(
  'Suppression',
  Type.Object({
    id: Type.String({ description: 'sup_….' }),
    kind: OneOf(suppressionKinds, { description: 'One address, or a whole domain.' }),
    value: Type.Unsafe<string | null>({
      ...Nullable(Type.String()),
      description: 'Address or domain. Null if the person was erased.',
    }),
    reason: OneOf(suppressionReasons, { description: 'Reason for the suppression.' }),
    isRemovalProposed: Type.Boolean({
      description:
        'True: a hard bounce during a fault of the mailbox. The address may work, and the entry can be removed.',
    }),
    note: Nullable(Type.String({ description: 'Remark of the person who added it.' })),
    createdAt: Type.String({ format: 'date-time', description: 'Time at which it was added.' }),
  }),
);
export type SuppressionView = Static<typeof SuppressionView>;

export function toSuppressionView(record: SuppressionRecord): SuppressionView {
  return {
    id: record.id,
    kind: record.kind,
    value: record.value,
    reason: record.reason,
    isRemovalProposed: record.isRemovalProposed ?? false,
    note: record.note,
    createdAt: record.createdAt.toISOString(),
  };
}

/** Reasons a caller can give. Outbound itself records bounces and erasures. */
export const givenReasons = ['manual', 'unsubscribe', 'complaint', 'import'] as const;

interface SuppressionValue {
  kind: (typeof suppressionKinds)[number];
  value: string;
}

/** Reads "ada@a.example" as an address, and "a.example" as a domain. */
export function parseSuppressionValue(value: string): SuppressionValue | undefined {
  const address = value.includes('@') ? normalizeEmail(value) : undefined;
  if (address !== undefined) return { kind: 'address', value: address };
  const domain = value.includes('@') ? undefined : normalizeDomain(value);
  return domain === undefined ? undefined : { kind: 'domain', value: domain };
}

/** Same. Throws `validation_failed` if it is neither. */
export function readSuppressionValue(value: string): SuppressionValue {
  const read = parseSuppressionValue(value);
  if (read !== undefined) return read;
  throw new AppError('validation_failed', `"${value}" is neither an email address nor a domain.`, { field: 'value' });
}
