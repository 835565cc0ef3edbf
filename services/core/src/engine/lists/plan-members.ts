import { type Static, Type } from 'typebox';
import { AppError } from '../../errors/errors.ts';
import { ChangedRecords } from '../../schema/record-parts.ts';
import { Id, Named } from '../../schema/schema.ts';
import type { ListRecord } from '../../store/lists/list-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { Plan, PlannedEffect, Skipped } from '../context/plan.ts';
import { findLabelled } from './labelled-records.ts';

export const membersPerRequestMax = 1_000;

function ids(prefix: string, noun: string) {
  return Type.Optional(
    Type.Array(Id(prefix, noun), { minItems: 1, maxItems: membersPerRequestMax, uniqueItems: true, description: noun }),
  );
}

export const memberProperties = {
  listId: Id('lst', 'The list.'),
  contactIds: ids('con', 'Contacts (con_…), for a list of contacts; at most 1,000.'),
  companyIds: ids('com', 'Companies (com_…), for a list of companies; at most 1,000.'),
};

export interface MemberInput {
  contactIds?: string[];
  companyIds?: string[];
}

export const MembersChanged = Named(
  'MembersChanged',
  Type.Object({
    listId: Type.String({ description: 'The list.' }),
    memberCount: Type.Integer({ description: 'Members now.' }),
    results: ChangedRecords,
  }),
);

export interface MemberPlan {
  list: ListRecord;
  /** Records to change. */
  recordIds: string[];
}

/** Plans the changes of the given records, with the reason for each skipped one. */
export async function planMembers(
  list: ListRecord,
  input: MemberInput,
  change: 'add' | 'remove',
  ctx: ActionContext,
): Promise<Plan<MemberPlan>> {
  const wanted = idsFor(list, input);
  const byId = await findLabelled(ctx.workspaceId, list.memberType, wanted);
  const effects: PlannedEffect[] = [];
  const skipped: Skipped[] = [];
  for (const id of wanted) {
    const record = byId.get(id);
    const isMember = record?.listIds.includes(list.id) ?? false;
    if (record === undefined) skipped.push({ id, label: id, reason: 'not_found' });
    else if (isMember === (change === 'add'))
      skipped.push({ id, label: record.label, reason: change === 'add' ? 'already_member' : 'not_member' });
    else
      effects.push({ op: 'update', type: list.memberType, id, label: record.label, changes: { [change]: list.name } });
  }
  const verb = change === 'add' ? 'add' : 'remove';
  const summary = `Would ${verb} ${effects.length} of ${wanted.length} (${list.name}).`;
  const recordIds = effects.map(({ id }) => id!);
  return { summary, effects, skipped, warnings: [], state: { list, recordIds } };
}

function idsFor(list: ListRecord, { contactIds, companyIds }: MemberInput): string[] {
  if (list.kind === 'dynamic')
    throw new AppError('invalid_state', 'A dynamic list has no members of its own: change its filter instead.');
  const [field, wanted, other] =
    list.memberType === 'contact' ? ['contactIds', contactIds, companyIds] : ['companyIds', companyIds, contactIds];
  if (wanted !== undefined && other === undefined) return wanted as string[];
  throw new AppError('validation_failed', `This list holds ${list.memberType} records: give ${field}, and only that.`, {
    field: field as string,
  });
}

export function memberResults({ effects, skipped }: Plan<MemberPlan>): Static<typeof ChangedRecords> {
  return [
    ...effects.map(({ id }) => ({ id: id!, outcome: 'updated' as const, reason: null })),
    ...skipped.map(({ id, reason }) => ({ id: id!, outcome: 'skipped' as const, reason })),
  ];
}
