import type { ContactFacts } from '../../domain/contacts/contact.ts';
import { isSameMailbox } from '../../domain/contacts/email-address.ts';
import { haveOtherNames } from '../../domain/contacts/same-person.ts';
import { type CustomField, customFieldProblem, misfitAmong } from '../../domain/fields/custom-fields.ts';
import { AppError, type ErrorCode } from '../../errors/errors.ts';
import { findContactsByExternalId } from '../../store/contacts/contact-bulk-store.ts';
import { type ContactRecord, findContactsByAddress } from '../../store/contacts/contact-store.ts';
import { profileDigests } from '../../store/secrets/address-digests.ts';
import {
  findSuppressed,
  findSuppressedProfiles,
  type SuppressionRecord,
} from '../../store/suppressions/suppression-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { customFieldsFor } from '../fields/custom-fields.ts';
import { ownerProblem, ownersOf } from '../members/require-owner.ts';

type Suppressing = Pick<SuppressionRecord, 'reason' | 'createdAt'>;

/** Existing workspace data that a contact must not conflict with. */
export interface Neighbours {
  byEmail: ReadonlyMap<string | undefined, Pick<ContactRecord, 'id'>>;
  byExternalId: ReadonlyMap<string | undefined, Pick<ContactRecord, 'id'>>;
  /** By email address. */
  suppressed: ReadonlyMap<string, Suppressing>;
  /** By profile, as written. */
  suppressedProfiles: ReadonlyMap<string, Suppressing>;
  /** Custom fields of the workspace, read only if a contact has custom values. */
  customFields: readonly CustomField[];
  /** Members of the workspace among the owners. */
  members: ReadonlySet<string>;
}

export interface RuleProblem {
  code: ErrorCode;
  field: string;
  message: string;
  existingId?: string;
  allowedValues?: string[];
}

interface Holders {
  byEmail: Map<string | undefined, ContactRecord>;
  suppressed: Map<string, Suppressing>;
}

/** Contacts with one of these email addresses or external IDs, suppressed addresses, and the custom fields. */
export async function readNeighbours(
  contacts: readonly ContactFacts[],
  ctx: ActionContext,
): Promise<Neighbours & Holders & { byExternalId: Map<string | undefined, ContactRecord> }> {
  const { workspaceId } = ctx;
  const emails = contacts.flatMap(({ email }) => email ?? []);
  const externalIds = contacts.flatMap(({ externalId }) => externalId ?? []);
  const byEmail = await findContactsByAddress(workspaceId, emails);
  const byExternalId = await findContactsByExternalId(workspaceId, externalIds);
  const suppressed: Map<string, Suppressing> = await findSuppressed(workspaceId, emails);
  for (const contact of contacts) withoutOtherOwner(contact, byEmail, suppressed);
  return {
    byEmail,
    byExternalId: new Map(byExternalId.map((contact) => [contact.externalId, contact])),
    suppressed,
    suppressedProfiles: await readProfiles(contacts, workspaceId),
    customFields: await customFieldsFor('contact', contacts, ctx),
    members: await ownersOf(workspaceId, contacts),
  };
}

/**
 * Ignores a holder of a former address whose name differs, because it is another person. Their opt-out still applies to
 * the address.
 */
function withoutOtherOwner(
  contact: ContactFacts,
  byEmail: Map<string | undefined, ContactRecord>,
  suppressed: Map<string, Suppressing>,
): void {
  const { email } = contact;
  const holder = email === undefined ? undefined : byEmail.get(email);
  if (email === undefined || holder === undefined || isSameMailbox(holder.email, email)) return;
  if (haveOtherNames(contact, holder)) releaseAddress(email, holder, byEmail, suppressed);
}

function releaseAddress(
  email: string,
  { doNotContact, updatedAt }: ContactRecord,
  byEmail: Map<string | undefined, ContactRecord>,
  suppressed: Map<string, Suppressing>,
): void {
  byEmail.delete(email);
  if (doNotContact && !suppressed.has(email)) suppressed.set(email, { reason: 'manual', createdAt: updatedAt });
}

async function readProfiles(contacts: readonly ContactFacts[], workspaceId: string): Promise<Map<string, Suppressing>> {
  const digests = new Map(
    contacts.flatMap(({ linkedinUrl }) =>
      profileDigests(workspaceId, linkedinUrl).map((digest) => [linkedinUrl!, digest] as const),
    ),
  );
  if (digests.size === 0) return new Map();
  const found = await findSuppressedProfiles(workspaceId, [...new Set(digests.values())]);
  return new Map(
    [...digests].flatMap(([url, digest]) => {
      const entry = found.get(digest);
      return entry === undefined ? [] : [[url, entry] as const];
    }),
  );
}

/** Suppression entry for this person, by email address or profile. */
export function suppressionOf({ email, linkedinUrl }: ContactFacts, neighbours: Neighbours): Suppressing | undefined {
  const byAddress = email === undefined ? undefined : neighbours.suppressed.get(email);
  return byAddress ?? (linkedinUrl === undefined ? undefined : neighbours.suppressedProfiles.get(linkedinUrl));
}

type Judged = ContactFacts & { doNotContact?: boolean };

/** True if the contact identifies a person: by an email address, or by a name at a company. */
export function hasIdentity({ email, firstName, lastName, companyDomain }: ContactFacts): boolean {
  return Boolean(email || (firstName && lastName && companyDomain));
}

/**
 * Rules for a contact, for every way of storing one (create, update, upsert, import, reveal). Returns the problem of
 * the resulting contact, or null. `before` is the stored version, whose own ID is not a conflict.
 */
export function ruleProblem(after: Judged, before: ContactRecord | null, neighbours: Neighbours): RuleProblem | null {
  if (!hasIdentity(after)) {
    return {
      code: 'validation_failed',
      field: 'email',
      message: 'A contact needs email, or firstName, lastName and companyDomain together.',
    };
  }
  const unowned = ownerProblem(after, before, neighbours.members);
  if (unowned !== null) return unowned;
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
  if (before?.doNotContact && after.doNotContact === false && suppressionOf(after, neighbours) !== undefined) {
    const message = 'The address is suppressed: doNotContact stays until the entry of the suppression list is removed.';
    return { code: 'legal_block', field: 'doNotContact', message };
  }
  return null;
}

/** Without a name, nothing says that the former holder of an address has it again. Their opt-out still applies to it. */
function withoutFormerHolder({ email }: Judged, { byEmail, suppressed }: Holders): void {
  const holder = email === undefined ? undefined : byEmail.get(email);
  if (email !== undefined && holder !== undefined && !isSameMailbox(holder.email, email))
    releaseAddress(email, holder, byEmail, suppressed);
}

/**
 * Throws the problem of one contact, with the ID of the conflicting record. Returns true if the contact is suppressed.
 */
export async function requireRules(after: Judged, before: ContactRecord | null, ctx: ActionContext): Promise<boolean> {
  const neighbours = await readNeighbours([after], ctx);
  if (!after.firstName && !after.lastName) withoutFormerHolder(after, neighbours);
  const problem = ruleProblem(after, before, neighbours);
  if (problem === null) return suppressionOf(after, neighbours) !== undefined;
  const { code, message, field, existingId, allowedValues } = problem;
  throw new AppError(code, message, { field, existingId, allowedValues });
}
