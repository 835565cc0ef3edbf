import { type Static, Type } from 'typebox';
import { normalizeDomain, normalizeEmail } from '../../domain/contacts/email-address.ts';
import { viewSchema } from '../../domain/fields/field-views.ts';
import { suppressionFields, type suppressionKinds } from '../../domain/suppressions/suppression-fields.ts';
import { AppError } from '../../errors/errors.ts';
import { Described, Named, Nullable } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import type { SuppressionRecord } from '../../store/suppressions/suppression-store.ts';

export const SuppressionView = Named(
  'Suppression',
  viewSchema(suppressionFields, {
    value: Described(Nullable(Type.String()), 'Address or domain. Null if the person was erased.'),
  }),
);
export type SuppressionView = Static<typeof SuppressionView>;

export function toSuppressionView(record: SuppressionRecord): SuppressionView {
  return viewOf(SuppressionView, record, {});
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
