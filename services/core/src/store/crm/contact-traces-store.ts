import mongoose, { type Model } from 'mongoose';
import { namedInWords } from '../../domain/crm/named-person.ts';
import { removeOpenEnrollments } from '../campaigns/enrollment-bulk.ts';
import { EnrollmentModel } from '../campaigns/enrollment-model.ts';
import { cancelMessagesFor } from '../campaigns/message-store.ts';
import { moveSubject } from './move-subject.ts';

export interface Doc {
  _id: string;
}

/** Beyond this a person has no more records of one kind: a limit against runaway reads, far above what happens. */
export const tracesMax = 10_000;

// Looked up by name: some of these models belong to stores that keep them to themselves.
export const modelNamed = (name: string): Model<Doc> => {
  const model = mongoose.models[name];
  if (model === undefined) throw new Error(`no model ${name}`);
  return model as unknown as Model<Doc>;
};

export const modelsWith = (path: string): Model<Doc>[] =>
  Object.values(mongoose.models).filter(({ schema }) => schema.path(path) && schema.path('workspaceId')) as never;

export interface Person {
  id: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  companyDomain?: string;
}

type Where = Record<string, unknown>;
export type Whereabouts = [kind: string, model: string, where: Where];

const idsOf = async (name: string, where: Where, field = '_id'): Promise<string[]> => {
  const found = await modelNamed(name)
    .find(where as never, { [field]: 1 })
    .limit(tracesMax)
    .lean<Record<string, string>[]>();
  return found.flatMap((doc) => doc[field] ?? []);
};

/** Rows of imported data sets: by address, by name at a company, and those that became this contact. */
const dataSetRows = ({ email, firstName, lastName, companyDomain }: Person, personIds: string[]): Where[] => [
  ...(email ? [{ email }] : []),
  ...(firstName && lastName && companyDomain
    ? [{ 'person.firstName': firstName, 'person.lastName': lastName, 'person.company.domain': companyDomain }]
    : []),
  { 'person.id': { $in: personIds } },
];

/** Where a person is found, besides the contact itself: by contact, and by address or name where no contact is named. */
export const whereabouts = async (workspaceId: string, person: Person): Promise<Whereabouts[]> => {
  const { id, email } = person;
  const orAddress = (field: string): Where[] => [{ contactId: id }, ...(email ? [{ [field]: email }] : [])];
  const personIds = await idsOf('RevealedPerson', { workspaceId, contactId: id }, 'personId');
  const replies = { $or: orAddress('fromAddress') };
  const replyIds = await idsOf('Reply', { workspaceId, ...replies });
  const named = namedInWords(person);
  return [
    ['notes', 'Note', { contactId: id }],
    ['enrollments', 'Enrollment', { contactId: id }],
    // Answers and what was forwarded quote the reply, whoever they went to.
    ['messages', 'Message', { $or: [...orAddress('to'), { replyId: { $in: replyIds } }] }],
    ['replies', 'Reply', replies],
    ['scores', 'Score', { recordId: id }],
    ['reveals', 'RevealedPerson', { contactId: id }],
    ['events', 'Event', { subjectId: id }],
    ['audit', 'AuditEntry', { subjectIds: id }],
    ['jobResults', 'JobResult', { recordId: id }],
    ['foundByProviders', 'FoundItem', { $or: [...(email ? [{ email }] : []), { itemId: { $in: personIds } }] }],
    ['dataSetRows', 'OwnPerson', { $or: dataSetRows(person, personIds) }],
    ['searches', 'Search', named.length > 0 ? { $or: named.map(allWords) } : { _id: null }],
  ];
};

const allWords = (words: string[]): Where => ({ $and: words.map((word) => ({ words: word })) });

/** Everything stored about one person besides the contact, by kind. */
export const findTraces = async (workspaceId: string, person: Person): Promise<Record<string, object[]>> => {
  const traces: Record<string, object[]> = {};
  for (const [kind, name, where] of await whereabouts(workspaceId, person)) {
    const found = await modelNamed(name)
      .find({ workspaceId, ...where } as never)
      .sort({ _id: 1 })
      .limit(tracesMax)
      .lean<(Doc & Record<string, unknown>)[]>();
    traces[kind] = found.map(
      ({ _id, workspaceId: _own, leaseOwner: _l, leaseUntil: _u, fence: _f, words: _w, ...rest }) => ({
        id: _id,
        ...rest,
      }),
    );
  }
  return traces;
};

export const countTraces = async (workspaceId: string, person: Person): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const [kind, name, where] of await whereabouts(workspaceId, person))
    counts[kind] = await modelNamed(name)
      .countDocuments({ workspaceId, ...where } as never)
      .limit(tracesMax);
  return counts;
};

/** Stops all that is planned for a contact: nothing more goes out, its enrollments end. */
export const stopContact = async (workspaceId: string, contactId: string, now: Date): Promise<void> => {
  await cancelMessagesFor(workspaceId, { contactId }, now);
  await removeOpenEnrollments(workspaceId, { contactId }, 'contact_deleted', now);
};

/** Gives the history of one contact to another. Of two enrollments in one campaign the kept contact's stays. */
export const moveTraces = async (workspaceId: string, fromId: string, toId: string, now: Date): Promise<void> => {
  await cancelMessagesFor(workspaceId, { contactId: fromId }, now);
  const kept = await EnrollmentModel.find({ workspaceId, contactId: toId }, { campaignId: 1 }).limit(tracesMax).lean();
  const campaignId = { $in: kept.map((enrollment) => enrollment.campaignId) };
  await EnrollmentModel.deleteMany({ workspaceId, contactId: fromId, campaignId });
  for (const model of modelsWith('contactId'))
    await model.updateMany({ workspaceId, contactId: fromId } as never, { $set: { contactId: toId } } as never);
  await moveSubject(workspaceId, fromId, toId);
};
