import { contactLabel } from '../../../domain/contacts/contact.ts';
import { shownChanges } from '../../../domain/contacts/contact-changes.ts';
import { findCompaniesByDomain } from '../../../store/companies/company-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { PlannedEffect, Skipped } from '../../context/plan.ts';
import { updateEffect } from '../change-contact.ts';
import type { PlannedUpsert } from './plan-upserts.ts';

/** Effects and skipped items of the plan, including companies created for new domains. */
export async function describeUpserts(planned: PlannedUpsert[], ctx: ActionContext) {
  const effects: PlannedEffect[] = [];
  const skipped: Skipped[] = [];
  for (const { outcome, facts, before, changes, problem, item } of planned) {
    const label = before ? contactLabel(before) : contactLabel(facts);
    if (problem) skipped.push({ id: before?.id, label: `item ${item}: ${label}`, reason: problem.code });
    else if (outcome === 'created') effects.push({ op: 'create', type: 'contact', label, changes: { ...facts } });
    else if (outcome === 'updated') effects.push(updateEffect(before!, shownChanges(changes ?? {})));
    else skipped.push({ id: before?.id, label: `item ${item}: ${label}`, reason: 'unchanged' });
  }
  for (const domain of await newDomains(planned, ctx)) effects.push({ op: 'create', type: 'company', label: domain });
  return { effects, skipped };
}

/** Domains of the companies that the stored contacts are linked to. */
export function linkedDomains(planned: PlannedUpsert[]): string[] {
  const linked = planned.flatMap(({ outcome, facts, changes }) =>
    outcome === 'created' ? (facts.companyDomain ?? []) : (changes?.companyDomain ?? []),
  );
  return [...new Set(linked)];
}

/** Domains of the contacts to store that have no company yet. */
async function newDomains(planned: PlannedUpsert[], ctx: ActionContext): Promise<string[]> {
  const wanted = linkedDomains(planned);
  const known = new Set((await findCompaniesByDomain(ctx.workspaceId, wanted)).map(({ domain }) => domain));
  return wanted.filter((domain) => !known.has(domain));
}
