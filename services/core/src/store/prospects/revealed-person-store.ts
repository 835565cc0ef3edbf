import { defineModel, StoredSchema } from '../define-model.ts';

/** Which person of which source the workspace has bought, and the contact that came of it. Names nobody. */
interface RevealedPersonDoc {
  _id: string;
  workspaceId: string;
  personId: string;
  contactId?: string;
  /** What was paid for the person in all; 0 for one who was there by another way. */
  credits?: number;
  revealedAt: Date;
}

const RevealedPersonModel = defineModel<RevealedPersonDoc>(
  'RevealedPerson',
  'revealed_people',
  new StoredSchema<RevealedPersonDoc>({
    workspaceId: { type: String, required: true },
    personId: { type: String, required: true },
    contactId: String,
    credits: Number,
    revealedAt: { type: Date, required: true },
  })
    .index({ workspaceId: 1, personId: 1 }, { unique: true })
    .index({ workspaceId: 1, revealedAt: -1 })
    .index({ workspaceId: 1, contactId: 1 }),
);

export const revealedIdsMax = 20_000;

/** Contact ids by person id. */
export async function findRevealed(workspaceId: string, personIds: string[]): Promise<Map<string, string>> {
  const found = await RevealedPersonModel.find({ workspaceId, personId: { $in: personIds } })
    .limit(personIds.length)
    .lean();
  return new Map(found.flatMap(({ personId, contactId }) => (contactId === undefined ? [] : [[personId, contactId]])));
}

/** What came of each person so far: the contact, and whether it was paid for once. */
export async function findBought(
  workspaceId: string,
  personIds: string[],
): Promise<Map<string, { contactId?: string; isPaid: boolean }>> {
  const found = await RevealedPersonModel.find({ workspaceId, personId: { $in: personIds } })
    .limit(personIds.length)
    .lean();
  return new Map(found.map((person) => [person.personId, { contactId: person.contactId, isPaid: isPaid(person) }]));
}

/** Those of the people that were paid for once: they are never charged again, whatever became of their contacts. */
export async function findPaid(workspaceId: string, personIds: string[]): Promise<Set<string>> {
  const found = await RevealedPersonModel.find({ workspaceId, personId: { $in: personIds }, credits: { $gt: 0 } })
    .limit(personIds.length)
    .lean();
  return new Set(found.map(({ personId }) => personId));
}

/** The newest that were bought. */
export async function listRevealedIds(workspaceId: string): Promise<Set<string>> {
  const found = await RevealedPersonModel.find({ workspaceId }, { personId: 1 })
    .sort({ revealedAt: -1 })
    .limit(revealedIdsMax)
    .lean();
  return new Set(found.map(({ personId }) => personId));
}

function isPaid({ credits = 0 }: { credits?: number }): boolean {
  return credits > 0;
}

// The id is made of the key, so that a second record of one person is impossible.
function idOf(workspaceId: string, personId: string): string {
  return `${workspaceId}:${personId}`;
}

/**
 * Takes the person for this transaction, before anything else of it is stored: two reveals of one person meet here, at
 * one key, and not later at several unique indexes, where some engines let them wait for each other. Says whether the
 * person was paid for once.
 */
export async function takePerson(workspaceId: string, personId: string, now: Date): Promise<boolean> {
  const taken = await RevealedPersonModel.findOneAndUpdate(
    { workspaceId, _id: idOf(workspaceId, personId) },
    { $set: { personId, revealedAt: now } },
    { upsert: true, returnDocument: 'after' },
  ).lean();
  return isPaid(taken);
}

export async function recordRevealed(
  workspaceId: string,
  personId: string,
  contactId: string,
  credits: number,
  now: Date,
): Promise<void> {
  await RevealedPersonModel.updateOne(
    { workspaceId, _id: idOf(workspaceId, personId) },
    { $set: { personId, contactId, revealedAt: now }, $inc: { credits } },
    { upsert: true },
  );
}
