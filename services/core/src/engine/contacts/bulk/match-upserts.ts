import type { ContactFacts } from '../../../domain/contacts/contact.ts';
import { isSameMailbox, mailboxOf } from '../../../domain/contacts/email-address.ts';
import type { RowNote } from '../../../domain/contacts/imports/contact-row.ts';
import { profileKey } from '../../../domain/contacts/profile-address.ts';
import { haveOtherNames, nameKey } from '../../../domain/contacts/same-person.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import type { FactsProblem } from './check-facts.ts';
import type { Known, ReadableItem } from './upsert-types.ts';

export interface Match {
  /** Facts to store, without an ID or email address that belongs to someone else. */
  facts: ContactFacts;
  before: ContactRecord | null;
  notes: RowNote[];
  problem?: FactsProblem;
  /** Email address of the person that is kept only as a digest. */
  otherAddress?: string;
}

/** Keys that identify duplicate items within a file. */
export function keysOf({ facts, isFile, contactId }: ReadableItem): string[] {
  const { email, externalId, linkedinUrl } = facts;
  const profile = isFile ? profileKey(linkedinUrl) : undefined;
  const name = isFile && email === undefined ? nameKey(facts) : undefined;
  return [
    ...(contactId ? [`c:${contactId}`] : []),
    ...(email ? [`e:${mailboxOf(email)}`] : []),
    ...(externalId ? [`x:${externalId}`] : []),
    ...(profile && email === undefined ? [`p:${profile}`] : []),
    ...(name ? [`n:${name}`] : []),
  ];
}

function idConflict(contactId: string, message: string): FactsProblem {
  return { code: 'id_conflict', field: 'externalId', message: `The ID is that of ${contactId}, ${message}` };
}

/** Finds the contact of an item by our ID, email address, or external ID; for file rows, also by profile or name. */
export function matchItem(item: ReadableItem, known: Known): Match {
  const { contactId } = item;
  const match: Match = { facts: { ...item.facts }, before: null, notes: [] };
  const own = contactId === undefined ? undefined : known.byId.get(contactId);
  if (own !== undefined) return byOwnId(match, own, item);
  const { email } = match.facts;
  const holder = email === undefined ? undefined : known.byEmail.get(email);
  withoutForeignId(match, holder, item, known);
  if (match.problem !== undefined) return match;
  if (holder !== undefined) return keepingAddress({ ...match, before: holder });
  const { externalId } = match.facts;
  const sameId = externalId === undefined ? undefined : known.byExternalId.get(externalId);
  if (sameId !== undefined) return { ...match, before: sameId };
  return item.isFile ? byPersonalTraits(match, known) : match;
}

/** Matches a re-imported export by our ID, unless an edited email address belongs to someone else. */
function byOwnId(match: Match, own: ContactRecord, { isIdSaid }: ReadableItem): Match {
  const { email } = match.facts;
  const isOther = email !== undefined && own.email !== undefined && !isSameMailbox(own.email, email);
  if (!isOther || isIdSaid) return { ...match, before: own };
  const message = 'which has another email address: name the column to change it ("id=id").';
  return { ...match, before: own, problem: { ...idConflict(own.id, message), field: 'id' } };
}

/** Drops an external ID that was only guessed from a header, so that it never merges two people. */
function withoutForeignId(match: Match, holder: ContactRecord | undefined, item: ReadableItem, known: Known): void {
  const { facts } = match;
  const { externalId, email } = facts;
  if (!item.isFile || !item.isIdGuessed || externalId === undefined) return;
  const owner = known.byExternalId.get(externalId);
  const isHoldersOther = holder?.externalId !== undefined && holder.externalId !== externalId;
  const isSeen = known.seen.has(`x:${externalId}`);
  if (owner === undefined && !isHoldersOther && !isSeen) return;
  if (owner !== undefined && owner.id === holder?.id) return;
  const isSomeoneElse = owner !== undefined && haveOtherNames(facts, owner);
  const isOtherAddress =
    owner !== undefined && email !== undefined && !isSameMailbox(owner.email, email) && owner.email !== undefined;
  if (owner !== undefined && holder === undefined && !isSomeoneElse) {
    if (!isOtherAddress) return;
    const message = 'which has another email address: name the column if it identifies people ("ID=externalId").';
    match.problem = idConflict(owner.id, message);
    return;
  }
  delete facts.externalId;
  const message = 'The ID belongs to someone else, or the contact has another one: it is left out.';
  match.notes.push({ code: 'id_conflict', field: 'externalId', message });
}

/** Keeps the contact's email address if the item matched by another spelling or a former address. */
function keepingAddress(match: Match): Match {
  const { facts, before } = match;
  const { email, emailStatus: _status, ...rest } = facts;
  if (email === undefined || before?.email === undefined || before.email === email) return match;
  const message =
    'It is another or a former address of the contact, merged into it earlier or changed since: the contact keeps its present one.';
  const note: RowNote = { code: 'other_address', field: 'email', message };
  return { ...match, facts: rest, notes: [...match.notes, note], otherAddress: email };
}

function byPersonalTraits(match: Match, known: Known): Match {
  const { facts } = match;
  const profile = profileKey(facts.linkedinUrl);
  const sameProfile = profile === undefined ? undefined : known.byProfile.get(profile);
  if (sameProfile !== undefined && !haveOtherNames(facts, sameProfile))
    return keepingAddress({ ...match, before: sameProfile });
  const name = facts.email === undefined ? nameKey(facts) : undefined;
  const sameName = name === undefined ? undefined : known.byName.get(name);
  return sameName === undefined ? match : { ...match, before: sameName };
}
