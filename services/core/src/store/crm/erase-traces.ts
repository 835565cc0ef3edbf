import { isNamedIn } from '../../domain/crm/named-person.ts';
import { suppressionDigest } from '../../domain/mail/suppression-digest.ts';
import { deleteCaptured } from '../mail/captured-message-store.ts';
import { blankAuditAbout } from '../requests/audit-store.ts';
import { removeEventsAbout } from '../requests/event-store.ts';
import { forgetAnswersAbout } from '../requests/idempotency-store.ts';
import { removeDeliveriesAbout } from '../work/delivery-store.ts';
import { blankJobResultsAbout } from '../work/job-result-store.ts';
import { type Doc, modelNamed, modelsWith, type Person, tracesMax, whereabouts } from './contact-traces-store.ts';

/** Kinds of records that others speak of by their ids. */
const spokenOf = ['enrollments', 'messages', 'replies', 'notes'];
/** Kinds of which something stays, without the words that name anyone. */
const blanked = ['events', 'audit', 'jobResults'];

/** Removes every trace of a person. Who did what and when stays in the audit log, without the words that name anyone. */
export const eraseTraces = async (workspaceId: string, person: Person, secretKey: Buffer): Promise<void> => {
  const subjects = [person.id, ...(await suppressionsOf(workspaceId, person, secretKey))];
  for (const [kind, name, where] of await whereabouts(workspaceId, person)) {
    const found = await findIn(workspaceId, name, where);
    if (spokenOf.includes(kind)) subjects.push(...found.map(({ _id }) => _id));
    if (kind === 'messages') await deleteCaptured(workspaceId, headersOf(found), person.email);
    if (blanked.includes(kind)) continue;
    await modelNamed(name).deleteMany({ workspaceId, _id: { $in: found.map(({ _id }) => _id) } } as never);
  }
  for (const model of modelsWith('contactId')) await model.deleteMany({ workspaceId, contactId: person.id } as never);
  for (const subject of subjects) {
    await removeEventsAbout(workspaceId, subject);
    await blankAuditAbout(workspaceId, subject);
    await forgetAnswersAbout(workspaceId, subject);
    await removeDeliveriesAbout(workspaceId, subject);
  }
  await blankJobResultsAbout(workspaceId, person.id);
  await blankFilters(workspaceId, person, 'List', 'filter');
  await blankFilters(workspaceId, person, 'Job', 'input.filter');
};

interface Found extends Doc {
  messageIdHeader?: string;
}

const findIn = (workspaceId: string, name: string, where: Record<string, unknown>): Promise<Found[]> =>
  modelNamed(name)
    .find({ workspaceId, ...where } as never, { _id: 1, messageIdHeader: 1 })
    .limit(tracesMax)
    .lean<Found[]>();

const headersOf = (messages: Found[]): string[] => messages.flatMap(({ messageIdHeader }) => messageIdHeader ?? []);

/** The person's own entry may have been made before there was a contact. */
const suppressionsOf = async (workspaceId: string, { email }: Person, secretKey: Buffer): Promise<string[]> => {
  if (email === undefined) return [];
  const digest = suppressionDigest(secretKey, workspaceId, email);
  return (await findIn(workspaceId, 'Suppression', { digest })).map(({ _id }) => _id);
};

const erasedQuery = '(erased)';

/** A saved filter that looks for the person by name finds nobody from now on: it must not find others instead. */
const blankFilters = async (workspaceId: string, person: Person, name: string, path: string): Promise<void> => {
  const model = modelNamed(name);
  const texts = model.find({ workspaceId, [`${path}.q`]: { $exists: true } } as never, { [`${path}.q`]: 1 });
  for (const doc of await texts.limit(tracesMax).lean<(Doc & Filtered)[]>()) {
    const q = (doc.filter ?? doc.input?.filter)?.q ?? '';
    if (!isNamedIn(person, q)) continue;
    await model.updateOne({ workspaceId, _id: doc._id } as never, { $set: { [`${path}.q`]: erasedQuery } } as never);
  }
};

interface Filtered {
  filter?: { q?: string };
  input?: { filter?: { q?: string } };
}
