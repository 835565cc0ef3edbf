import { companyPlaceholders, renderFields } from '../../domain/messages/templates/render-fields.ts';
import { findCustomFields } from '../../store/fields/custom-field-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import { mailboxesOf } from './campaign-mailboxes.ts';
import { findPeople, scopeOf } from './campaign-people.ts';

/** A placeholder for texts. `value`: what one person has; empty if nothing is known. */
export interface TemplateVariable {
  name: string;
  value: string;
}

const ofCompany = companyPlaceholders.filter((name) => name !== 'name' && name !== 'domain');

/** Placeholders that a text of the campaign may use, with the values of one person. */
export async function templateVariables(
  workspace: WorkspaceRecord,
  campaign: { mailboxIds: string[] },
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
  const [mailbox] = await mailboxesOf(workspace.id, campaign);
  const scope = person && mailbox ? scopeOf(person, mailbox, workspace, now) : {};
  return names.map((name) => ({ name, value: valueIn(scope, name) }));
}

function valueIn(scope: Record<string, unknown>, name: string): string {
  const value = name.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], scope);
  return value === undefined || value === null ? '' : String(value);
}
