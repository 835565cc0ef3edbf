import mongoose, { type Model } from 'mongoose';
import { namedInWords } from '../../domain/contacts/named-person.ts';
import { removeOpenEnrollments } from '../campaigns/enrollment-bulk.ts';
import { EnrollmentModel } from '../campaigns/enrollment-model.ts';
import { cancelMessagesFor } from '../messages/message-store.ts';
import { TaskModel } from '../tasks/task-store.ts';
import { moveSubject } from './move-subject.ts';

export interface Doc {
  _id: string;
}

/** Beyond this a person has no more records of one kind: a limit against runaway reads, far above what happens. */
export const tracesMax = 10_000;

// Looked up by name: some of these models belong to stores that keep them to themselves.
export function modelNamed(name: string): Model<Doc> {
  const model = mongoose.models[name];
  if (model === undefined) throw new Error(`no model ${name}`);
  return model as Model<Doc>;
}

export function modelsWith(path: string): Model<Doc>[] {
  return Object.values(mongoose.models).filter(({ schema }) => schema.path(path) && schema.path('workspaceId'));
}

export interface TracedPerson {
  id: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  companyDomain?: string;
}

type Where = Record<string, unknown>;
/** Each of the ways in which a record may be about the person is asked by itself, along its own index. */
export type Whereabouts = [kind: string, model: string, ways: Where[]];

/** What is found in any of these ways, each record once and in the order of ids. */
export async function findInAnyWay<T extends Doc>(
  workspaceId: string,
  name: string,
  ways: Where[],
  fields: Record<string, 1> = {},
): Promise<T[]> {
  const found = new Map<string, T>();
  for (const way of ways) {
    const docs = modelNamed(name).find({ workspaceId, ...way }, fields);
    for (const doc of await docs.limit(tracesMax).lean<T[]>()) found.set(doc._id, doc);
  }
  return [...found.values()].sort((one, other) => (one._id < other._id ? -1 : 1)).slice(0, tracesMax);
}

/** Rows of imported data sets: by address, by name at a company, and those that became this contact. */
function dataSetRows({ email, firstName, lastName, companyDomain }: TracedPerson, personIds: string[]): Where[] {
  return [
    ...(email ? [{ email }] : []),
    ...(firstName && lastName && companyDomain
      ? [{ 'person.firstName': firstName, 'person.lastName': lastName, 'person.company.domain': companyDomain }]
      : []),
    { 'person.id': { $in: personIds } },
  ];
}

/** Where a person is found, besides the contact itself: by contact, and by address or name where no contact is named. */
export async function whereabouts(workspaceId: string, person: TracedPerson): Promise<Whereabouts[]> {
  const { id, email } = person;
  const byAddress = (field: string): Where[] => (email ? [{ [field]: email }] : []);
  const own: Where[] = [{ contactId: id }];
  const reveals = await findInAnyWay<Doc & { personId: string }>(workspaceId, 'RevealedPerson', own, { personId: 1 });
  const personIds = reveals.map(({ personId }) => personId);
  const replies = [...own, ...byAddress('fromAddress')];
  const replyIds = (await findInAnyWay(workspaceId, 'Reply', replies, { _id: 1 })).map(({ _id }) => _id);
  const quoting = { replyId: { $in: replyIds } };
  return [
    ['notes', 'Note', own],
    ['enrollments', 'Enrollment', own],
    // Answers and what was forwarded quote the reply, no matter to whom they went.
    ['messages', 'Message', [...own, ...byAddress('to'), quoting]],
    ['replies', 'Reply', replies],
    ['attachments', 'Attachment', [quoting]],
    ['tasks', 'Task', own],
    ['scores', 'Score', [{ recordId: id }]],
    ['reveals', 'RevealedPerson', own],
    ['events', 'Event', [{ subjectId: id }]],
    ['audit', 'AuditEntry', [{ subjectIds: id }]],
    ['jobResults', 'JobResult', [{ recordId: id }]],
    ['foundByProviders', 'FoundItem', [...byAddress('email'), { itemId: { $in: personIds } }]],
    ['dataSetRows', 'OwnPerson', dataSetRows(person, personIds)],
    ['searches', 'Search', namedInWords(person).map(allWords)],
  ];
}

function allWords(words: string[]): Where {
  return { $and: words.map((word) => ({ words: word })) };
}

/** Everything stored about one person besides the contact, by kind. */
export async function findTraces(workspaceId: string, person: TracedPerson): Promise<Record<string, object[]>> {
  const traces: Record<string, object[]> = {};
  for (const [kind, name, ways] of await whereabouts(workspaceId, person)) {
    const found = await findInAnyWay<Doc & Record<string, unknown>>(workspaceId, name, ways);
    traces[kind] = found.map(
      ({ _id, workspaceId: _own, leaseOwner: _l, leaseUntil: _u, fence: _f, words: _w, content: _c, ...rest }) => ({
        id: _id,
        ...rest,
      }),
    );
  }
  return traces;
}

export async function countTraces(workspaceId: string, person: TracedPerson): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [kind, name, ways] of await whereabouts(workspaceId, person))
    counts[kind] = (await findInAnyWay(workspaceId, name, ways, { _id: 1 })).length;
  return counts;
}

/** How many records of each kind name the contact. */
export async function countNaming(workspaceId: string, contactId: string) {
  const countIn = (name: string) => modelNamed(name).countDocuments({ workspaceId, contactId }).limit(tracesMax);
  const [note, enrollment] = [await countIn('Note'), await countIn('Enrollment')];
  return { note, enrollment, message: await countIn('Message'), reply: await countIn('Reply') };
}

/** How many enrollments of one contact are in campaigns in which the other is too. */
export async function countSharedEnrollments(workspaceId: string, contactId: string, otherId: string): Promise<number> {
  const own = await EnrollmentModel.find({ workspaceId, contactId }, { campaignId: 1 }).limit(tracesMax).lean();
  const campaignId = { $in: own.map((enrollment) => enrollment.campaignId) };
  return EnrollmentModel.countDocuments({ workspaceId, contactId: otherId, campaignId });
}

/** Stops all that is planned for a contact: nothing more goes out, its enrollments end. */
export async function stopContact(workspaceId: string, contactId: string, now: Date): Promise<void> {
  await cancelMessagesFor(workspaceId, { contactId }, now);
  await removeOpenEnrollments(workspaceId, { contactId }, 'contact_deleted', now);
}

/** Gives the history of one contact to another. Of two enrollments in one campaign the kept contact's stays. */
export async function moveTraces(workspaceId: string, fromId: string, toId: string, now: Date): Promise<void> {
  await cancelMessagesFor(workspaceId, { contactId: fromId }, now);
  const kept = await EnrollmentModel.find({ workspaceId, contactId: toId }, { campaignId: 1 }).limit(tracesMax).lean();
  const campaignId = { $in: kept.map((enrollment) => enrollment.campaignId) };
  await EnrollmentModel.deleteMany({ workspaceId, contactId: fromId, campaignId });
  await TaskModel.deleteMany({ workspaceId, contactId: fromId, campaignId });
  for (const model of modelsWith('contactId'))
    await model.updateMany({ workspaceId, contactId: fromId }, { $set: { contactId: toId } });
  await moveSubject(workspaceId, fromId, toId);
}
