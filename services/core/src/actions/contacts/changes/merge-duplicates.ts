import { Type } from 'typebox';
import { countOutcomes, itemOutcomes } from '../../../domain/jobs/job.ts';
import { counted } from '../../../domain/text/counted.ts';
import { findDuplicates } from '../../../engine/contacts/merging/find-duplicates.ts';
import {
  type DuplicateReason,
  duplicateReasons,
  groupSizeMax,
} from '../../../engine/contacts/merging/group-duplicates.ts';
import { mergeContact } from '../../../engine/contacts/merging/merge-contact.ts';
import { type MergeGroup, planMerges } from '../../../engine/contacts/merging/plan-merges.ts';
import { recordMerges, undoHint } from '../../../engine/jobs/changes/record-merges.ts';
import { AppError } from '../../../errors/errors.ts';
import { changeSetIdOfMerge, outcomeCounts } from '../../../schema/record-parts.ts';
import { Id, Input, Nullable, OneOf } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';

const groupsMax = 100;
/** Merges in one transaction. */
const mergesMax = 200;

const Group = Type.Object(
  {
    contactIds: Type.Array(Id('con', 'A contact.'), {
      minItems: 2,
      maxItems: groupSizeMax,
      uniqueItems: true,
      description: 'Contacts of one person, the survivor included.',
    }),
    survivorId: Id('con', 'Contact to keep.'),
  },
  { additionalProperties: false },
);

export const mergeDuplicates = defineWrite({
  name: 'merge_duplicates',
  title: 'Merge duplicate contacts',
  summary: 'Merge up to 100 groups of contacts, each into its survivor.',
  description:
    `Merges groups of contacts that are one person, such as those of find_duplicates, as merge_contacts does: up to ` +
    `${groupsMax} groups and ${mergesMax} merged contacts, given as groups or by reasons. Each survivor keeps its values and gains missing ones; the ` +
    'others are deleted, and their history moves to it. A group with a missing contact is skipped. This cannot be ' +
    'undone.',
  method: 'post',
  path: '/contacts/duplicates/merge',
  scope: 'contacts:write',
  effect: 'destroy',
  input: Input({
    groups: Type.Optional(
      Type.Array(Group, { minItems: 1, maxItems: groupsMax, description: 'Groups, as find_duplicates returns.' }),
    ),
    reasons: Type.Optional(
      Type.Array(OneOf(duplicateReasons), {
        minItems: 1,
        maxItems: duplicateReasons.length,
        uniqueItems: true,
        description: `Instead of groups: the first ${groupsMax} groups that find_duplicates finds for these reasons alone.`,
      }),
    ),
  }),
  output: Type.Object({
    changeSetId: Nullable(changeSetIdOfMerge),
    counts: Type.Object(outcomeCounts, { description: 'Number of groups by outcome.' }),
    results: Type.Array(
      Type.Object({
        survivorId: Type.String({ description: 'Contact that was kept.' }),
        mergedIds: Type.Array(Type.String(), { description: 'Contacts merged into it and deleted.' }),
        outcome: OneOf(itemOutcomes, { description: 'updated: merged.' }),
        reason: Nullable(Type.String({ description: 'not_found: a contact of the group does not exist.' })),
      }),
      { description: 'One item per group, in the given order.' },
    ),
  }),
  errors: [],

  async plan({ groups: given, reasons }, ctx) {
    if ((given === undefined) === (reasons === undefined))
      throw new AppError('validation_failed', 'Give either groups or reasons.', { field: 'groups' });
    const groups = given ?? (await groupsFor(reasons!, ctx.workspaceId));
    groups.forEach(requireSurvivor);
    requireDistinct(groups);
    const planned = await planMerges(groups, ctx);
    const merges = planned.filter(({ contacts }) => contacts !== null);
    return {
      summary: `Would merge ${counted(merges.length, 'group')} of duplicates.`,
      effects: planned.flatMap(({ effects }) => effects),
      skipped: planned.flatMap(({ contacts, missingId, survivorId }, index) =>
        contacts === null ? [{ id: missingId ?? survivorId, label: `group ${index + 1}`, reason: 'not_found' }] : [],
      ),
      warnings: [],
      state: planned,
    };
  },

  async run(_input, { state: planned }, ctx) {
    for (const { contacts } of planned) {
      if (contacts === null) continue;
      let { kept } = contacts;
      for (const other of contacts.others) kept = await mergeContact(kept, other, ctx);
    }
    const results = planned.map(({ survivorId, contacts }) => ({
      survivorId,
      mergedIds: contacts?.others.map(({ id }) => id) ?? [],
      outcome: contacts === null ? ('skipped' as const) : ('updated' as const),
      reason: contacts === null ? 'not_found' : null,
    }));
    const counts = countOutcomes(results);
    const title = `Merge ${counted(counts.updated, 'group')} of duplicates`;
    const done = results.flatMap(({ survivorId: keptId, mergedIds }) =>
      mergedIds.length > 0 ? { keptId, mergedIds } : [],
    );
    const changeSetId = done.length === 0 ? null : await recordMerges('contact', title, done, ctx);
    const summary = `Merged ${counted(counts.updated, 'group')} of duplicates.`;
    return {
      data: { changeSetId, counts, results },
      summary: changeSetId ? `${summary} ${undoHint(changeSetId)}` : summary,
    };
  },
});

/** The first groups of duplicates for these reasons alone, as many as one request merges. */
async function groupsFor(reasons: readonly DuplicateReason[], workspaceId: string): Promise<MergeGroup[]> {
  const groups: MergeGroup[] = [];
  let merges = 0;
  for (let after: string | null = ''; after !== null && groups.length < groupsMax; ) {
    const found = await findDuplicates(workspaceId, after, groupsMax);
    for (const { contactIds, survivorId, reasons: own } of found.groups) {
      const isWanted = own.every((reason) => reasons.includes(reason));
      if (!isWanted || groups.length === groupsMax || merges + contactIds.length - 1 > mergesMax) continue;
      groups.push({ contactIds, survivorId });
      merges += contactIds.length - 1;
    }
    after = found.lastId;
  }
  return groups;
}

function requireSurvivor({ contactIds, survivorId }: MergeGroup, index: number): void {
  if (contactIds.includes(survivorId)) return;
  throw new AppError('validation_failed', 'survivorId must be one of contactIds.', {
    field: `groups.${index}.survivorId`,
    allowedValues: contactIds,
  });
}

function requireDistinct(groups: readonly MergeGroup[]): void {
  const seen = new Set<string>();
  for (const [index, { contactIds }] of groups.entries())
    for (const id of contactIds) {
      if (seen.has(id))
        throw new AppError('validation_failed', `${id} is in two groups. Put its duplicates into one group.`, {
          field: `groups.${index}.contactIds`,
        });
      seen.add(id);
    }
  if (seen.size - groups.length <= mergesMax) return;
  throw new AppError('validation_failed', `At most ${mergesMax} contacts are merged per request. Give fewer groups.`, {
    field: 'groups',
  });
}
