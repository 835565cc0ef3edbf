import type { ContactFacts } from '../../domain/contacts/contact.ts';
import { type CustomField, customFieldProblem, misfitAmong } from '../../domain/fields/custom-fields.ts';
import { AppError, type ErrorCode } from '../../errors/errors.ts';
import { findContactsByExternalId } from '../../store/contacts/contact-bulk-store.ts';
import { type ContactRecord, findContactsByEmail } from '../../store/contacts/contact-store.ts';
import { findSuppressed, type SuppressionRecord } from '../../store/suppressions/suppression-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { customFieldsFor } from '../fields/custom-fields.ts';

/** What stands in the workspace that a contact has to agree with. */
export interface Neighbours {
  byEmail: ReadonlyMap<string | undefined, Pick<ContactRecord, 'id'>>;
  byExternalId: ReadonlyMap<string | undefined, Pick<ContactRecord, 'id'>>;
  suppressed: ReadonlyMap<string, Pick<SuppressionRecord, 'reason' | 'createdAt'>>;
  /** The fields of the workspace's own, where a contact has values of such. */
  customFields: readonly CustomField[];
}

export interface RuleProblem {
  code: ErrorCode;
  field: string;
  message: string;
  existingId?: string;
  allowedValues?: string[];
}

/** The contacts that have an address or external id of these, which addresses are suppressed, and the custom fields. */
export async function readNeighbours(
  contacts: readonly ContactFacts[],
  ctx: ActionContext,
): Promise<
  Neighbours & { byEmail: Map<string | undefined, ContactRecord>; byExternalId: Map<string | undefined, ContactRecord> }
> {
  const { workspaceId } = ctx;
  const emails = contacts.flatMap(({ email }) => email ?? []);
  const externalIds = contacts.flatMap(({ externalId }) => externalId ?? []);
  const byEmail = await findContactsByEmail(workspaceId, emails);
  const byExternalId = await findContactsByExternalId(workspaceId, externalIds);
  const suppressed = await findSuppressed(workspaceId, emails);
  return {
    byEmail: new Map(byEmail.map((contact) => [contact.email, contact])),
    byExternalId: new Map(byExternalId.map((contact) => [contact.externalId, contact])),
    suppressed,
    customFields: await customFieldsFor('contact', contacts, ctx),
  };
}

type Judged = ContactFacts & { doNotContact?: boolean };

/** Whether the contact is somebody: an address, or a name at a company. */
export function hasIdentity({ email, firstName, lastName, companyDomain }: ContactFacts): boolean {
  return Boolean(email || (firstName && lastName && companyDomain));
}

/**
 * The rules of a contact, whichever way it is stored (create, update, upsert, import, reveal): what is wrong with the
 * contact as it would be, or null. `before`: the stored one that it was; its id is not in its own way.
 */
export function ruleProblem(after: Judged, before: ContactRecord | null, neighbours: Neighbours): RuleProblem | null {
  if (!hasIdentity(after)) {
    return {
      code: 'validation_failed',
      field: 'email',
      message: 'A contact needs email, or firstName, lastName and companyDomain together.',
    };
  }
  const { email, externalId } = after;
  const sameEmail = email === undefined ? undefined : neighbours.byEmail.get(email);
  if (sameEmail !== undefined && sameEmail.id !== before?.id) {
    const message = `A contact with this address exists: ${sameEmail.id}.`;
    return { code: 'contact_exists', field: 'email', message, existingId: sameEmail.id };
  }
  const sameExternalId = externalId === undefined ? undefined : neighbours.byExternalId.get(externalId);
  if (sameExternalId !== undefined && sameExternalId.id !== before?.id) {
    const message = `A contact with this externalId exists: ${sameExternalId.id}.`;
    return { code: 'already_exists', field: 'externalId', message, existingId: sameExternalId.id };
  }
  const misfit = misfitAmong(neighbours.customFields, after.customFields, before?.customFields);
  if (misfit !== undefined) return { code: 'validation_failed', ...customFieldProblem(misfit) };
  if (before?.doNotContact && after.doNotContact === false && email && neighbours.suppressed.has(email)) {
    const message = 'The address is suppressed: doNotContact stays until the entry of the suppression list is removed.';
    return { code: 'legal_block', field: 'doNotContact', message };
  }
  return null;
}

/** Throws what is wrong with one contact, with the id of the record in its way; returns whether it is suppressed. */
export async function requireRules(after: Judged, before: ContactRecord | null, ctx: ActionContext): Promise<boolean> {
  const { email } = after;
  const neighbours = await readNeighbours([after], ctx);
  const problem = ruleProblem(after, before, neighbours);
  if (problem === null) return email ? neighbours.suppressed.has(email) : false;
  const { code, message, field, existingId, allowedValues } = problem;
  throw new AppError(code, message, { field, existingId, allowedValues });
}
