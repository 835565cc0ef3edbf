import mongoose, { type Model } from 'mongoose';
import { namedInWords } from '../../domain/contacts/named-person.ts';
import { removeOpenEnrollments } from '../campaigns/enrollment-bulk.ts';
import { EnrollmentModel } from '../campaigns/enrollment-model.ts';
import { cancelMessagesFor } from '../messages/message-store.ts';

export interface Doc {
  _id: string;
}

/** Maximum number of a person's records of one kind. Guards against runaway reads, far above real use. */
export const tracesMax = 10_000;

// Finds a model by name, since some stores do not export theirs.
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
/** Queries for the ways in which a record can be about the person. Each one runs separately, on its own index. */
export type Whereabouts = [kind: string, model: string, ways: Where[]];

/** Records found by any of these queries, each once and ordered by ID. */
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

/**
 * Places that mention a person, besides the contact itself: by contact, or by address or name if no contact is given.
 */
export async function whereabouts(workspaceId: string, person: TracedPerson): Promise<Whereabouts[]> {
  const { id, email } = person;
  const byAddress = (field: string): Where[] => (email ? [{ [field]: email }] : []);
  const own: Where[] = [{ contactId: id }];
  const reveals = await findInAnyWay<Doc & { personId: string }>(workspaceId, 'RevealedPerson', own, { personId: 1 });
  const personIds = reveals.map(({ personId }) => personId);
  const replies = [...own, ...byAddress('fromAddress')];
  const replyIds = (await findInAnyWay(workspaceId, 'Reply', replies, { _id: 1 })).map(({ _id }) => _id);
  const quoting = { replyId: { $in: replyIds } };
  const quotingIds = (await findInAnyWay(workspaceId, 'Message', [quoting], { _id: 1 })).map(({ _id }) => _id);
  return [
    ['notes', 'Note', own],
    ['facts', 'Fact', own],
    ['trash', 'TrashedRecord', [...own, ...byAddress('email')]],
    ['merged', 'MergedRecord', [...own, ...byAddress('email')]],
    ['enrollments', 'Enrollment', own],
    // Reply drafts and forwarded messages quote the reply, also if they went to other people.
    ['messages', 'Message', [...own, ...byAddress('to'), quoting]],
    ['replies', 'Reply', replies],
    ['attachments', 'Attachment', [quoting]],
    // Forwarded messages are approved for the colleague.
    ['manifests', 'ManifestPerson', [...own, ...byAddress('to'), { 'own.messageId': { $in: quotingIds } }]],
    ['stepTexts', 'StepText', own],
    ['tasks', 'Task', own],
    ['scores', 'Score', [{ recordId: id }]],
    ['reveals', 'RevealedPerson', own],
    ['events', 'Event', [{ subjectId: id }]],
    ['audit', 'AuditEntry', [{ subjectIds: id }]],
    ['importRows', 'JobRow', byAddress('emails')],
    ['jobResults', 'JobResult', [{ recordId: id }]],
    ['foundByProviders', 'FoundItem', [...byAddress('email'), { itemId: { $in: personIds } }]],
    ['providerAnswers', 'ProviderQuestion', byAddress('emails')],
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
      ({
        _id,
        workspaceId: _own,
        changeMark: _m,
        leaseOwner: _l,
        leaseUntil: _u,
        fence: _f,
        words: _w,
        content: _c,
        ...rest
      }) => ({
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

/** Number of records of each kind that name the contact. */
export async function countNaming(workspaceId: string, contactId: string) {
  const countIn = (name: string) => modelNamed(name).countDocuments({ workspaceId, contactId }).limit(tracesMax);
  const [note, fact, enrollment] = [await countIn('Note'), await countIn('Fact'), await countIn('Enrollment')];
  return { note, fact, enrollment, message: await countIn('Message'), reply: await countIn('Reply') };
}

/** Number of enrollments of one contact in campaigns that also enroll the other contact. */
export async function countSharedEnrollments(workspaceId: string, contactId: string, otherId: string): Promise<number> {
  const own = await EnrollmentModel.find({ workspaceId, contactId }, { campaignId: 1 }).limit(tracesMax).lean();
  const campaignId = { $in: own.map((enrollment) => enrollment.campaignId) };
  return EnrollmentModel.countDocuments({ workspaceId, contactId: otherId, campaignId });
}

/** Stops all sending to contacts and ends their enrollments. */
export async function stopContacts(workspaceId: string, contactIds: string[], now: Date): Promise<void> {
  const contactId = { $in: contactIds };
  await cancelMessagesFor(workspaceId, { contactId }, now);
  await removeOpenEnrollments(workspaceId, { contactId }, 'contact_deleted', now);
}
