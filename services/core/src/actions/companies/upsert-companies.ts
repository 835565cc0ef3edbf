import { Type } from 'typebox';
import type { CompanyFacts } from '../../domain/companies/company.ts';
import { factChanges } from '../../domain/contacts/contact-changes.ts';
import { normalizeDomain } from '../../domain/contacts/email-address.ts';
import { type CustomField, misfitAmong } from '../../domain/fields/custom-fields.ts';
import { countOutcomes, describeCounts, type ItemOutcome, itemOutcomes } from '../../domain/jobs/job.ts';
import { counted } from '../../domain/text/counted.ts';
import { companyEffect, companyUpdate } from '../../engine/companies/change-company.ts';
import { companyFactProperties, toCompanyFacts } from '../../engine/companies/company-facts.ts';
import type { PlannedEffect, Skipped } from '../../engine/context/plan.ts';
import { customFieldsFor } from '../../engine/fields/custom-fields.ts';
import { ownerProblem, ownersOf } from '../../engine/members/require-owner.ts';
import { outcomeCounts } from '../../schema/record-parts.ts';
import { Input, Nullable, OneOf } from '../../schema/schema.ts';
import {
  type CompanyRecord,
  findCompaniesByDomain,
  insertCompanies,
  updateCompany,
} from '../../store/companies/company-store.ts';
import { addEvents } from '../../store/events/event-store.ts';
import { defineWrite } from '../definition/define-action.ts';

const itemsMax = 1_000;
const { domain: _optional, ...otherFacts } = companyFactProperties;
const Item = Type.Object(
  { domain: Type.String({ maxLength: 253, description: 'Domain that identifies the company.' }), ...otherFacts },
  { additionalProperties: false },
);
interface Planned {
  item: number;
  outcome: ItemOutcome;
  reason: string | null;
  facts: CompanyFacts;
  before?: CompanyRecord;
  changes?: CompanyFacts;
}

/** Plans the outcome of each item. A second item with the same domain is skipped. */
function planItems(
  items: (CompanyFacts & { domain: string })[],
  known: Map<string | undefined, CompanyRecord>,
  fields: CustomField[],
  members: ReadonlySet<string>,
) {
  const seen = new Set<string>();
  return items.map((raw, index): Planned => {
    const item = index + 1;
    const normal = normalizeDomain(raw.domain);
    if (normal === undefined) return { item, outcome: 'failed', reason: 'validation_failed', facts: raw };
    if (seen.has(normal)) return { item, outcome: 'skipped', reason: 'duplicate', facts: raw };
    seen.add(normal);
    const facts = toCompanyFacts({ ...raw, domain: normal });
    const before = known.get(normal);
    const isMisfit = misfitAmong(fields, facts.customFields, before?.customFields) !== undefined;
    if (isMisfit || ownerProblem(facts, before, members) !== null)
      return { item, outcome: 'failed', reason: 'validation_failed', facts, before };
    if (before === undefined) return { item, outcome: 'created', reason: null, facts };
    const changes = factChanges(before, facts) as CompanyFacts;
    const outcome = Object.keys(changes).length > 0 ? 'updated' : 'unchanged';
    return { item, outcome, reason: null, facts, before, changes };
  });
}

function describe(planned: Planned[]): { effects: PlannedEffect[]; skipped: Skipped[] } {
  const effects: PlannedEffect[] = [];
  const skipped: Skipped[] = [];
  for (const { item, outcome, reason, facts, before, changes } of planned) {
    const name = before?.name ?? facts.name ?? facts.domain ?? '';
    if (outcome === 'created') effects.push(companyEffect('create', { name }, facts));
    else if (outcome === 'updated') effects.push(companyUpdate(before!, changes ?? {}));
    else skipped.push({ id: before?.id, label: `item ${item}: ${name}`, reason: reason ?? outcome });
  }
  return { effects, skipped };
}

export const upsertCompanies = defineWrite({
  name: 'upsert_companies',
  title: 'Create or update many companies',
  summary: 'Create or update up to 1,000 companies by domain.',
  description:
    'Creates or updates up to 1,000 companies in one request, matched by domain. Each item has its outcome: ' +
    'created, updated, unchanged, skipped (a duplicate in the request), or failed (invalid domain). A failed ' +
    'item does not affect the others.',
  method: 'post',
  path: '/companies/bulk',
  scope: 'companies:write',
  effect: 'write',
  input: Input({
    companies: Type.Array(Item, { minItems: 1, maxItems: itemsMax, description: 'The companies, each with a domain.' }),
  }),
  output: Type.Object({
    counts: Type.Object(outcomeCounts, { description: 'Number of items by outcome.' }),
    results: Type.Array(
      Type.Object({
        item: Type.Integer({ description: 'Position in the request, from 1.' }),
        outcome: OneOf(itemOutcomes, { description: 'Outcome of the item.' }),
        companyId: Nullable(Type.String({ description: 'The company.' })),
        reason: Nullable(Type.String({ description: 'Reason for the skip or failure.' })),
      }),
      { description: 'One item per company, in the given order.' },
    ),
  }),
  errors: [],
  example: { companies: [{ domain: 'analytical.example', industry: 'Software' }] },

  async plan({ companies }, ctx) {
    const domains = companies.flatMap((company) => normalizeDomain(company.domain) ?? []);
    const known = await findCompaniesByDomain(ctx.workspaceId, domains);
    const fields = await customFieldsFor('company', companies, ctx);
    const members = await ownersOf(ctx.workspaceId, companies);
    const planned = planItems(companies, new Map(known.map((company) => [company.domain, company])), fields, members);
    const summary = `Of ${counted(companies.length, 'company')}: ${describeCounts(countOutcomes(planned))} (planned).`;
    return { summary, ...describe(planned), warnings: [], state: planned };
  },

  async run(_input, { state: planned }, ctx) {
    const { workspaceId, now } = ctx;
    const fresh = planned.filter(({ outcome }) => outcome === 'created');
    const documents = fresh.map(({ facts }) => ({ ...facts, name: facts.name ?? facts.domain! }));
    const created = await insertCompanies(workspaceId, documents, now());
    const events = created.map(({ id }) => ({
      type: 'company.created' as const,
      subjectId: id,
      data: { companyId: id },
    }));
    const updated = planned.filter(({ outcome }) => outcome === 'updated');
    for (const { before, changes } of updated) await updateCompany(workspaceId, before!.id, changes!, now());
    const changed = updated.map(({ before, changes }) => ({
      type: 'company.updated' as const,
      subjectId: before!.id,
      data: { companyId: before!.id, fields: Object.keys(changes!) },
    }));
    await addEvents(workspaceId, [...events, ...changed], now());
    const ids = new Map(fresh.map(({ item }, index) => [item, created[index]!.id]));
    const results = planned.map(({ item, outcome, reason, before }) => ({
      item,
      outcome,
      companyId: before?.id ?? ids.get(item) ?? null,
      reason,
    }));
    const counts = countOutcomes(planned);
    const subjectIds = results.flatMap(({ companyId }) => companyId ?? []);
    const summary = `Of ${counted(planned.length, 'company')}: ${describeCounts(counts)}.`;
    return { data: { counts, results }, summary, subjectIds };
  },
});
