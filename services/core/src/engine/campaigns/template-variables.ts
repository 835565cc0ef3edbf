import { companyPlaceholders, renderFields } from '../../domain/messages/templates/render-fields.ts';
import { valueAt } from '../../domain/values/value-at.ts';
import { findCustomFields } from '../../store/fields/custom-field-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import type { CampaignMailbox } from './campaign-mailboxes.ts';
import { findPeople, scopeOf } from './campaign-people.ts';

/** A placeholder for texts. `value`: what one person has; empty if nothing is known. */
export interface TemplateVariable {
  name: string;
  value: string;
}

const ofCompany = companyPlaceholders.filter((name) => name !== 'name' && name !== 'domain');

/** Placeholders that texts may use, with the values of one person who gets them from this mailbox. */
export async function templateVariables(
  workspace: WorkspaceRecord,
  mailbox: CampaignMailbox | undefined,
  contactId: string | undefined,
  now: Date,
): Promise<TemplateVariable[]> {
  const custom = await findCustomFields(workspace.id);
  const names = [
    ...renderFields,
    ...ofCompany.map((name) => `company.${name}`),
    ...custom.filter(({ recordTypes }) => recordTypes.includes('contact')).map(({ key }) => `custom.${key}`),
  ];
  const person = contactId === undefined ? undefined : (await findPeople(workspace.id, [contactId])).get(contactId);
  const scope = person && mailbox ? scopeOf(person, mailbox, workspace, now) : {};
  return names.map((name) => ({ name, value: String(valueAt(scope, name) ?? '') }));
}
