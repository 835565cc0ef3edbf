import { defineModel, stored } from '../documents/define-model.ts';
import { changeDocument, insertDocuments } from '../documents/insert-documents.ts';
import { joinLookUpsBy } from '../documents/look-ups.ts';
import { date, number, optional, string } from '../documents/paths.ts';

/** Person of a source that the workspace revealed, and the resulting contact. Contains no personal data. */
const RevealedPersonModel = defineModel(
  'RevealedPerson',
  'revealed_people',
  stored({
    workspaceId: string,
    personId: string,
    contactId: optional(string),
    /** Total credits paid for the person. 0 if they were already known in another way. */
    credits: optional(number),
    revealedAt: date,
  })
    .index({ workspaceId: 1, personId: 1 }, { unique: true })
    .index({ workspaceId: 1, revealedAt: -1 })
    .index({ workspaceId: 1, contactId: 1 }),
);

export const revealedIdsMax = 20_000;

const lookUp = joinLookUpsBy(RevealedPersonModel, 'personId');

/** Contact IDs by person ID. */
export async function findRevealed(workspaceId: string, personIds: string[]): Promise<Map<string, string>> {
  const found = await RevealedPersonModel.find({ workspaceId, personId: { $in: personIds } })
    .limit(personIds.length)
    .lean();
  return new Map(found.flatMap(({ personId, contactId }) => (contactId === undefined ? [] : [[personId, contactId]])));
}

/** Results per person so far: the contact, and true if they were paid for once. */
export async function findBought(
  workspaceId: string,
  personIds: string[],
): Promise<Map<string, { contactId?: string; isPaid: boolean }>> {
  const found = await lookUp(workspaceId, personIds);
  return new Map(found.map((person) => [person.personId, { contactId: person.contactId, isPaid: isPaid(person) }]));
}

/** Most recently revealed IDs. */
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

// Derives the ID from the key, so that a person cannot have a second record.
function idOf(workspaceId: string, personId: string): string {
  return `${workspaceId}:${personId}`;
}

/**
 * Claims the people for this transaction before it stores anything else about them. Two reveals of one person conflict
 * here, at one key. Otherwise, they would conflict later at several unique indexes, where some engines let them wait
 * for each other. Returns those already paid for, which are never charged again, even if their contacts were deleted.
 */
export async function takePeople(workspaceId: string, personIds: string[], now: Date): Promise<Set<string>> {
  const bought = await findBought(workspaceId, personIds);
  const added = personIds.filter((personId) => !bought.has(personId));
  const documents = added.map((personId) => ({
    _id: idOf(workspaceId, personId),
    workspaceId,
    personId,
    revealedAt: now,
  }));
  await insertDocuments(RevealedPersonModel, documents);
  for (const personId of bought.keys()) await change(workspaceId, personId, { $set: { revealedAt: now } });
  return new Set([...bought].flatMap(([personId, { isPaid }]) => (isPaid ? [personId] : [])));
}

/** Records the result for a claimed person. */
export function recordRevealed(
  workspaceId: string,
  personId: string,
  contactId: string,
  credits: number,
): Promise<void> {
  return change(workspaceId, personId, { $set: { contactId }, $inc: { credits } });
}

/** People of a source whose IDs start with this prefix and who cost credits. The index on IDs serves it. */
function paidFor(workspaceId: string, idPrefix: string) {
  return { workspaceId, personId: { $gte: idPrefix, $lt: `${idPrefix}~` }, credits: { $gt: 0 } };
}

/** Credits paid for the people of a source. */
export async function sumSpent(workspaceId: string, idPrefix: string): Promise<number> {
  const [sum] = await RevealedPersonModel.aggregate<{ total: number }>([
    { $match: paidFor(workspaceId, idPrefix) },
    { $group: { _id: null, total: { $sum: '$credits' } } },
  ]);
  return sum?.total ?? 0;
}

/** Forgets these payments, because their credits are returned. */
export async function clearSpent(workspaceId: string, idPrefix: string): Promise<void> {
  await RevealedPersonModel.updateMany(paidFor(workspaceId, idPrefix), { $set: { credits: 0 } });
}

async function change(workspaceId: string, personId: string, update: object): Promise<void> {
  await changeDocument(RevealedPersonModel, { workspaceId, _id: idOf(workspaceId, personId) }, update);
}
