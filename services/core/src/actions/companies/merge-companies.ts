import { factChanges, onlyMissing } from '../../domain/crm/contact-changes.ts';
import { AppError } from '../../errors.ts';
import { moveContacts } from '../../store/crm/company-links-store.ts';
import {
  type CompanyChanges,
  type CompanyRecord,
  changeContactCount,
  deleteCompany,
  updateCompany,
} from '../../store/crm/company-store.ts';
import { changeMemberCount } from '../../store/crm/list-store.ts';
import { moveSubject } from '../../store/crm/move-subject.ts';
import { checkVersion } from '../check-version.ts';
import { defineWrite } from '../define-action.ts';
import { Id, Input } from '../schema.ts';
import { companyEffect } from './change-company.ts';
import { companyFactProperties } from './company-facts.ts';
import { CompanyView, requireCompany, toCompanyView } from './company-view.ts';
import { refuseTooManyContacts } from './delete-company.ts';

const union = (left: string[], right: string[]): string[] => [...new Set([...left, ...right])];

/** What changes on the kept company: it takes what it lacks, collections are united. */
const mergeChanges = (kept: CompanyRecord, other: CompanyRecord): CompanyChanges => {
  const names = Object.keys(companyFactProperties) as (keyof typeof companyFactProperties)[];
  const lacking = onlyMissing(kept, Object.fromEntries(names.map((name) => [name, other[name]])));
  const united = {
    technologies: union(kept.technologies, other.technologies),
    keywords: union(kept.keywords, other.keywords),
    tags: union(kept.tags, other.tags),
    listIds: union(kept.listIds, other.listIds),
  };
  const score = kept.score === undefined && other.score !== undefined ? { score: other.score } : {};
  return { ...factChanges(kept, { ...lacking, ...united }), ...score } as CompanyChanges;
};

export const mergeCompanies = defineWrite({
  name: 'merge_companies',
  title: 'Merge two companies',
  summary: 'Make one company of two that are the same.',
  description:
    'Merges otherCompanyId into companyId. The kept company keeps its own values and takes what it lacks; tags, lists, technologies and keywords are united; the contacts of the other one, its scores and its history move to it. The other company is deleted. It cannot be undone.',
  method: 'post',
  path: '/companies/{companyId}/merge',
  scope: 'companies:write',
  effect: 'destroy',
  input: Input({
    companyId: Id('com', 'The company that stays.'),
    otherCompanyId: Id('com', 'The company that is merged into it and deleted.'),
  }),
  output: CompanyView,
  errors: ['not_found', 'version_conflict', 'limit_reached'],

  async plan({ companyId, otherCompanyId }, ctx) {
    if (companyId === otherCompanyId)
      throw new AppError('validation_failed', 'Name two different companies.', { field: 'otherCompanyId' });
    const kept = await requireCompany(companyId, ctx);
    const other = await requireCompany(otherCompanyId, ctx);
    checkVersion(ctx, kept);
    refuseTooManyContacts(other);
    const changes = mergeChanges(kept, other);
    return {
      summary: `Would merge ${other.name} into ${kept.name}.`,
      cost: 0,
      effects: [companyEffect('update', kept, changes), companyEffect('delete', other)],
      skipped: [],
      warnings: other.contactCount > 0 ? [`${other.contactCount} contacts move to ${kept.name}.`] : [],
      state: { kept, other, changes },
    };
  },

  async run({ companyId, otherCompanyId }, { state: { kept, other, changes } }, ctx) {
    const { workspaceId, now } = ctx;
    // The other one goes first: its domain may go over to the kept one.
    await deleteCompany(workspaceId, otherCompanyId);
    await changeMemberCount(workspaceId, other.listIds, -1);
    const joined = (changes.listIds ?? []).filter((listId) => !kept.listIds.includes(listId));
    await changeMemberCount(workspaceId, joined, 1);
    const to = { id: companyId, name: kept.name, domain: kept.domain ?? changes.domain };
    await changeContactCount(workspaceId, companyId, await moveContacts(workspaceId, otherCompanyId, to, now()));
    await moveSubject(workspaceId, otherCompanyId, companyId);
    const merged = (await updateCompany(workspaceId, companyId, changes, now())) ?? kept;
    return { data: toCompanyView(merged), summary: `Merged ${other.name} into ${merged.name}.` };
  },
});
