import mongoose, { type Model } from 'mongoose';
import { removeOpenEnrollments } from '../campaigns/enrollment-bulk.ts';
import { EnrollmentModel } from '../campaigns/enrollment-model.ts';
import { MessageModel } from '../campaigns/message-model.ts';
import { cancelMessagesFor } from '../campaigns/message-store.ts';
import { deleteCapturedTo } from '../mail/captured-message-store.ts';
import { blankAuditAbout } from '../requests/audit-store.ts';
import { removeEventsAbout } from '../requests/event-store.ts';
import { forgetAnswersAbout } from '../requests/idempotency-store.ts';
import { blankJobResultsAbout } from '../work/job-result-store.ts';

interface Doc {
  _id: string;
}

/** Beyond this a person has no more records of one kind: a limit against runaway reads, far above what happens. */
const tracesMax = 10_000;

// Looked up by name: some of these models belong to stores that keep them to themselves.
const modelNamed = (name: string): Model<Doc> => {
  const model = mongoose.models[name];
  if (model === undefined) throw new Error(`no model ${name}`);
  return model as unknown as Model<Doc>;
};

const modelsWith = (path: string): Model<Doc>[] =>
  Object.values(mongoose.models).filter(({ schema }) => schema.path(path) && schema.path('workspaceId')) as never;

export interface Person {
  id: string;
  email?: string;
}

// What providers answered about the person, and rows of imported data sets.
const byAddress = (email: string): [string, string, Record<string, unknown>][] => [
  ['foundByProviders', 'FoundItem', { email }],
  ['dataSetRows', 'OwnPerson', { email }],
];

/** Where a person is found, besides the contact itself: by contact, and by address where no contact is named. */
const whereabouts = ({ id, email }: Person): [kind: string, model: string, where: Record<string, unknown>][] => {
  const orAddress = (field: string) => (email ? { $or: [{ contactId: id }, { [field]: email }] } : { contactId: id });
  return [
    ['notes', 'Note', { contactId: id }],
    ['enrollments', 'Enrollment', { contactId: id }],
    ['messages', 'Message', orAddress('to')],
    ['replies', 'Reply', orAddress('fromAddress')],
    ['scores', 'Score', { recordId: id }],
    ['reveals', 'RevealedPerson', { contactId: id }],
    ['events', 'Event', { subjectId: id }],
    ['audit', 'AuditEntry', { subjectIds: id }],
    ['jobResults', 'JobResult', { recordId: id }],
    ...(email ? byAddress(email) : []),
  ];
};

/** Everything stored about one person besides the contact, by kind. */
export const findTraces = async (workspaceId: string, person: Person): Promise<Record<string, object[]>> => {
  const traces: Record<string, object[]> = {};
  for (const [kind, name, where] of whereabouts(person)) {
    const found = await modelNamed(name)
      .find({ workspaceId, ...where } as never)
      .sort({ _id: 1 })
      .limit(tracesMax)
      .lean<(Doc & Record<string, unknown>)[]>();
    traces[kind] = found.map(({ _id, workspaceId: _own, leaseOwner: _l, leaseUntil: _u, fence: _f, ...rest }) => ({
      id: _id,
      ...rest,
    }));
  }
  return traces;
};

export const countTraces = async (workspaceId: string, person: Person): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const [kind, name, where] of whereabouts(person))
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

/** Removes every trace of a person. Who did what and when stays in the audit log, without the words that name anyone. */
export const eraseTraces = async (workspaceId: string, person: Person): Promise<void> => {
  const subjects = [person.id];
  for (const [kind, name, where] of whereabouts(person)) {
    if (!['enrollments', 'messages', 'replies', 'notes'].includes(kind)) continue;
    const found = await modelNamed(name)
      .find({ workspaceId, ...where } as never, { _id: 1 })
      .limit(tracesMax)
      .lean<Doc[]>();
    subjects.push(...found.map(({ _id }) => _id));
  }
  for (const model of modelsWith('contactId')) await model.deleteMany({ workspaceId, contactId: person.id } as never);
  await modelNamed('Score').deleteMany({ workspaceId, recordId: person.id } as never);
  if (person.email) await eraseByAddress(workspaceId, person.email);
  for (const subject of subjects) {
    await removeEventsAbout(workspaceId, subject);
    await blankAuditAbout(workspaceId, subject);
    await forgetAnswersAbout(workspaceId, subject);
  }
  await blankJobResultsAbout(workspaceId, person.id);
};

const eraseByAddress = async (workspaceId: string, email: string): Promise<void> => {
  await MessageModel.deleteMany({ workspaceId, to: email });
  await modelNamed('Reply').deleteMany({ workspaceId, fromAddress: email } as never);
  await deleteCapturedTo(workspaceId, email);
  await modelNamed('FoundItem').deleteMany({ workspaceId, email } as never);
  await modelNamed('OwnPerson').deleteMany({ workspaceId, email } as never);
};

/** Gives the history of one contact to another. Of two enrollments in one campaign the kept contact's stays. */
export const moveTraces = async (workspaceId: string, fromId: string, toId: string, now: Date): Promise<void> => {
  await cancelMessagesFor(workspaceId, { contactId: fromId }, now);
  const kept = await EnrollmentModel.find({ workspaceId, contactId: toId }, { campaignId: 1 }).limit(tracesMax).lean();
  const campaignId = { $in: kept.map((enrollment) => enrollment.campaignId) };
  await EnrollmentModel.deleteMany({ workspaceId, contactId: fromId, campaignId });
  for (const model of modelsWith('contactId'))
    await model.updateMany({ workspaceId, contactId: fromId } as never, { $set: { contactId: toId } } as never);
  await modelNamed('Score').deleteMany({ workspaceId, recordId: fromId } as never);
};
