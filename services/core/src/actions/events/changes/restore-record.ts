import { restoreCompany } from '../../../engine/companies/restore-company.ts';
import { planRestore, restoreContacts } from '../../../engine/contacts/trash-contacts.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { countedEffects, type PlannedEffect } from '../../../engine/context/plan.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { Id, Input } from '../../../schema/schema.ts';
import type { CompanyDoc } from '../../../store/companies/company-model.ts';
import { findCompanyByDomain } from '../../../store/companies/company-store.ts';
import type { ContactDoc } from '../../../store/contacts/contact-model.ts';
import { findContactByEmail } from '../../../store/contacts/contact-store.ts';
import { findTrashed, type TrashedRecord, trashDays } from '../../../store/erasure/trash-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { requireWriteScope } from './require-write-scope.ts';
import { TrashedView, toTrashedView } from './trash-view.ts';

export const restoreRecord = defineWrite({
  name: 'restore_record',
  title: 'Restore a deleted record',
  summary: 'Restore a contact or company from the trash.',
  description:
    'Restores a contact or company from the trash (list_trash) with its ID, notes, facts, tags, and the lists that ' +
    'still exist. A contact that opted out since stays opted out, and sequences do not start again. Needs the write ' +
    'scope of the record.',
  method: 'post',
  path: '/trash/{deletedId}/restore',
  scope: 'changes:write',
  effect: 'write',
  input: Input({ deletedId: Id(['con', 'com'], 'con_… or com_…') }),
  output: TrashedView,
  errors: ['not_found', 'contact_exists', 'company_exists', 'missing_scope'],

  async plan({ deletedId }, ctx) {
    const [trashed] = await findTrashed(ctx.workspaceId, [deletedId]);
    if (trashed === undefined) throw notFound('record in the trash', deletedId);
    requireWriteScope(trashed.type, `Restoring a ${trashed.type}`, ctx);
    if (trashed.type === 'contact') await refuseTakenContact(trashed, ctx);
    else await refuseTakenCompany(trashed, ctx);
    const { type, label, notes, facts, linkedIds } = trashed;
    const own: PlannedEffect = { op: 'create', type, id: deletedId, label };
    return {
      summary: `Would restore the ${type} ${label}.`,
      effects: [
        own,
        ...countedEffects('create', 'note', notes.length),
        ...countedEffects('create', 'fact', facts.length),
        ...countedEffects('update', 'contact', linkedIds.length, { companyId: deletedId }),
      ],
      skipped: [],
      warnings: [],
      state: trashed,
    };
  },

  async run(_input, { state: trashed }, ctx) {
    if (trashed.type === 'company') await restoreCompany(trashed, ctx);
    else if ((await restoreContacts([trashed], ctx)).length === 0) throw new AppError('contact_exists');
    const summary = `Restored the ${trashed.type} ${trashed.label}.`;
    return { data: toTrashedView(trashed), summary };
  },
});

async function refuseTakenContact(trashed: TrashedRecord, ctx: ActionContext): Promise<void> {
  const restored = (await planRestore([trashed], ctx)).get(trashed.id);
  if (typeof restored !== 'string') return;
  const { email } = trashed.record as ContactDoc;
  const holder = email === undefined ? null : await findContactByEmail(ctx.workspaceId, email);
  const message = `Another contact has the address or externalId of ${trashed.label}. Change or delete that one first.`;
  throw new AppError('contact_exists', message, { ...(holder && { existingId: holder.id }) });
}

async function refuseTakenCompany({ record, label }: TrashedRecord, { workspaceId }: ActionContext): Promise<void> {
  const { domain } = record as CompanyDoc;
  const holder = domain === undefined ? null : await findCompanyByDomain(workspaceId, domain);
  if (holder === null) return;
  const message = `Another company has the domain of ${label}. Change or delete that one within ${trashDays} days.`;
  throw new AppError('company_exists', message, { existingId: holder.id });
}
