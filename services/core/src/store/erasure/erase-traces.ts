import { hasLastName, isNamedIn } from '../../domain/contacts/named-person.ts';
import { forgetApprovalsAbout } from '../approvals/approval-store.ts';
import { askAgain } from '../campaigns/held-messages.ts';
import { blankAuditAbout } from '../events/audit/audit-store.ts';
import { forgetChangesOf } from '../events/changes/change-store.ts';
import { removeEventsAbout } from '../events/event-store.ts';
import { takeNumbers } from '../events/sequence-store.ts';
import { removeDeliveriesAbout } from '../events/webhooks/delivery-store.ts';
import { forgetAnswersAbout } from '../idempotency/idempotency-record.ts';
import { blankJobResultsAbout } from '../jobs/job-result-store.ts';
import { removeDraftsAbout } from '../members/draft-store.ts';
import { removeUndos } from '../members/undo-store.ts';
import { deleteCaptured } from '../messages/captured-message-store.ts';
import { removeFromParts } from '../prospects/own/row-index-store.ts';
import { addressDigests } from '../secrets/address-digests.ts';
import {
  type Doc,
  findInAnyWay,
  modelNamed,
  modelsWith,
  type TracedPerson,
  tracesMax,
  whereabouts,
} from './contact-traces-store.ts';

/** Kinds of records that other records reference by ID. */
const spokenOf = ['enrollments', 'messages', 'replies', 'notes', 'facts', 'tasks'];
/** Kinds whose records stay, without the words that name anyone. */
const blanked = ['events', 'audit', 'jobResults'];

/**
 * Removes every trace of a person. The audit log keeps the actor, the action, and the time, without the words that name
 * anyone.
 */
export async function eraseTraces(workspaceId: string, person: TracedPerson): Promise<void> {
  const subjects = [person.id, ...(await suppressionsOf(workspaceId, person))];
  for (const [kind, name, ways] of await whereabouts(workspaceId, person)) {
    const found = await findInAnyWay<Found>(workspaceId, name, ways, { messageIdHeader: 1, dataSetId: 1, row: 1 });
    if (spokenOf.includes(kind)) subjects.push(...found.map(({ _id }) => _id));
    if (kind === 'messages') await deleteCaptured(workspaceId, headersOf(found), person.email);
    if (kind === 'dataSetRows') for (const row of found) await removeFromParts(workspaceId, 'person', row);
    if (blanked.includes(kind)) continue;
    await modelNamed(name).deleteMany({ workspaceId, _id: { $in: found.map(({ _id }) => _id) } });
  }
  for (const model of modelsWith('contactId')) await model.deleteMany({ workspaceId, contactId: person.id });
  // A transaction that publishes changes at this moment conflicts, starts again, and no longer finds the person.
  await takeNumbers([workspaceId]);
  for (const subject of subjects) {
    await removeEventsAbout(workspaceId, subject);
    await removeDraftsAbout(workspaceId, subject);
    await blankAuditAbout(workspaceId, subject);
    await forgetAnswersAbout(workspaceId, subject);
    await askAgain(workspaceId, await forgetApprovalsAbout(workspaceId, subject));
    await removeDeliveriesAbout(workspaceId, subject);
    await forgetChangesOf(workspaceId, subject);
  }
  await removeUndos(workspaceId);
  await blankJobResultsAbout(workspaceId, person.id);
  await blankFilters(workspaceId, 'List', 'filter', (text) => isNamedIn(person, text));
  // A past search can name this person by last name alone. A list keeps finding others with that name.
  await blankFilters(
    workspaceId,
    'Job',
    'input.filter',
    (text) => isNamedIn(person, text) || hasLastName(person, text),
  );
}

interface Found extends Doc {
  messageIdHeader?: string;
  dataSetId: string;
  /** Number in the data set. */
  row: number;
}

function headersOf(messages: Found[]): string[] {
  return messages.flatMap(({ messageIdHeader }) => messageIdHeader ?? []);
}

/** Finds the person's own entry, which can predate the contact. */
async function suppressionsOf(workspaceId: string, { email }: TracedPerson): Promise<string[]> {
  if (email === undefined) return [];
  const digest = { $in: addressDigests(workspaceId, email) };
  return (await findInAnyWay(workspaceId, 'Suppression', [{ digest }], { _id: 1 })).map(({ _id }) => _id);
}

const erasedQuery = '(erased)';

/** A saved filter that names the person matches no one from now on, so that it does not match others instead. */
async function blankFilters(
  workspaceId: string,
  name: string,
  path: string,
  isNamed: (text: string) => boolean,
): Promise<void> {
  const model = modelNamed(name);
  const texts = model.find({ workspaceId, [`${path}.q`]: { $exists: true } }, { [`${path}.q`]: 1 });
  for (const doc of await texts.limit(tracesMax).lean<(Doc & Filtered)[]>()) {
    const q = (doc.filter ?? doc.input?.filter)?.q ?? '';
    if (!isNamed(q)) continue;
    await model.updateOne({ workspaceId, _id: doc._id }, { $set: { [`${path}.q`]: erasedQuery } });
  }
}

interface Filtered {
  filter?: { q?: string };
  input?: { filter?: { q?: string } };
}
