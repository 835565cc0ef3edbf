import { type Static, Type } from 'typebox';
import { contactLabel } from '../../domain/crm/contact.ts';
import { findCompanies } from '../../store/crm/company-store.ts';
import { findContacts } from '../../store/crm/contact-store.ts';
import { addMarks, type MarkedType, removeMarks } from '../../store/crm/record-marks-store.ts';
import { ensureTags, findNewTags } from '../../store/crm/tag-store.ts';
import type { ActionContext } from '../action-context.ts';
import type { Plan, PlannedEffect, Result, Skipped } from '../define-action.ts';
import { ChangedRecords } from '../record-parts.ts';
import { tellOfMarks } from '../tell-of-marks.ts';

export const TaggingResults = Type.Object({ results: ChangedRecords });

export interface Tagging {
  type: MarkedType;
  change: 'add' | 'remove';
  recordIds: string[];
  tags: string[];
}

/** Which records change; those that are as they should be, or are not found, are skipped and named. */
export const planTagging = async (tagging: Tagging, ctx: ActionContext): Promise<Plan<Tagging>> => {
  const { type, change, recordIds, tags } = tagging;
  const byId = await taggedRecords(type, recordIds, ctx);
  const effects: PlannedEffect[] = [];
  const skipped: Skipped[] = [];
  for (const id of recordIds) {
    const record = byId.get(id);
    const fitting = tags.filter((tag) => record?.tags.includes(tag) === (change === 'remove'));
    if (record === undefined) skipped.push({ id, label: id, reason: 'not_found' });
    else if (fitting.length === 0) skipped.push({ id, label: record.label, reason: 'unchanged' });
    else effects.push({ op: 'update', type, id, label: record.label, changes: { [change]: fitting } });
  }
  const changed = effects.map(({ id }) => id!);
  if (change === 'add' && changed.length > 0)
    for (const label of await findNewTags(ctx.workspaceId, tags)) effects.push({ op: 'create', type: 'tag', label });
  const summary = `Would ${change === 'add' ? 'tag' : 'untag'} ${changed.length} of ${recordIds.length}.`;
  return { summary, cost: 0, effects, skipped, warnings: [], state: { ...tagging, recordIds: changed } };
};

const taggedRecords = async (type: MarkedType, recordIds: string[], ctx: ActionContext) => {
  const records =
    type === 'contact'
      ? (await findContacts(ctx.workspaceId, recordIds)).map((contact) => ({
          ...contact,
          label: contactLabel(contact),
        }))
      : (await findCompanies(ctx.workspaceId, recordIds)).map((company) => ({ ...company, label: company.name }));
  return new Map(records.map(({ id, label, tags }) => [id, { label, tags }]));
};

export const applyTagging = async (
  { state: { type, change, recordIds, tags }, skipped }: Plan<Tagging>,
  ctx: ActionContext,
): Promise<Result<Static<typeof TaggingResults>>> => {
  const { workspaceId, now } = ctx;
  if (recordIds.length > 0) {
    if (change === 'add') await ensureTags(workspaceId, tags, now());
    const apply = change === 'add' ? addMarks : removeMarks;
    await apply(workspaceId, type, recordIds, 'tags', tags, now());
    if (type === 'contact') await tellOfMarks(recordIds, 'tags', ctx);
  }
  const results = [
    ...recordIds.map((id) => ({ id, outcome: 'updated' as const, reason: null })),
    ...skipped.map(({ id, reason }) => ({ id: id!, outcome: 'skipped' as const, reason })),
  ];
  return { data: { results }, summary: `${change === 'add' ? 'Tagged' : 'Untagged'} ${recordIds.length}.` };
};
