import { type Static, Type } from 'typebox';
import { normalizeDomain, normalizeEmail } from '../../domain/crm/email-address.ts';
import { AppError } from '../../errors.ts';
import { type SuppressionRecord, suppressionReasons } from '../../store/mail/suppression-store.ts';
import { Nullable, OneOf } from '../schema.ts';

export const suppressionKinds = ['address', 'domain'] as const;

export const SuppressionView = Type.Object({
  id: Type.String({ description: 'sup_….' }),
  kind: OneOf(suppressionKinds, { description: 'One address, or a whole domain.' }),
  value: Type.Unsafe<string | null>({
    ...Nullable(Type.String()),
    description: 'The address or domain; null when the person was erased.',
  }),
  reason: OneOf(suppressionReasons, { description: 'Why it is suppressed; only manual entries can be removed.' }),
  note: Nullable(Type.String({ description: 'Remark of whoever added it.' })),
  createdAt: Type.String({ format: 'date-time', description: 'When it was added.' }),
});
export type SuppressionView = Static<typeof SuppressionView>;

export const toSuppressionView = (record: SuppressionRecord): SuppressionView => ({
  id: record.id,
  kind: record.kind,
  value: record.value,
  reason: record.reason,
  note: record.note,
  createdAt: record.createdAt.toISOString(),
});

/** "ada@a.example" is an address, "a.example" a domain. */
export const readSuppressionValue = (value: string): { kind: (typeof suppressionKinds)[number]; value: string } => {
  const address = value.includes('@') ? normalizeEmail(value) : undefined;
  if (address !== undefined) return { kind: 'address', value: address };
  const domain = value.includes('@') ? undefined : normalizeDomain(value);
  if (domain !== undefined) return { kind: 'domain', value: domain };
  throw new AppError('validation_failed', `"${value}" is neither an e-mail address nor a domain.`, { field: 'value' });
};
