import { contactLabel } from '../../domain/contacts/contact.ts';
import { type FitCriterion, readsFacts } from '../../domain/scoring/fit-criteria.ts';
import { explainFit } from '../../domain/scoring/fit-explanation.ts';
import { compileProfile } from '../../domain/scoring/fit-score.ts';
import { companyLabel } from '../../domain/text/plain-text.ts';
import { AppError } from '../../errors/errors.ts';
import { type CompanyRecord, findCompanies } from '../../store/companies/company-store.ts';
import type { ContactRecord } from '../../store/contacts/contact-store.ts';
import { findReadFacts } from '../../store/prospects/fact-store.ts';
import type { NewScore } from '../../store/scoring/score-store.ts';
import type { PublishedVersion, TargetProfile } from '../../store/scoring/target-profile-store.ts';

/** Record as seen by the criteria. */
export interface ScoredRecord {
  id: string;
  label: string;
  facts: object;
}

/** Contacts with their companies, for criteria on company.… fields. */
export async function withCompanies(workspaceId: string, contacts: ContactRecord[]): Promise<ScoredRecord[]> {
  const ids = [...new Set(contacts.flatMap(({ companyId }) => companyId ?? []))];
  const companies = new Map((await findCompanies(workspaceId, ids)).map((company) => [company.id, company]));
  return contacts.map((contact) => ({
    id: contact.id,
    label: contactLabel(contact),
    facts: { ...contact, company: companies.get(contact.companyId ?? '') },
  }));
}

export function asScored(company: CompanyRecord): ScoredRecord {
  return {
    id: company.id,
    label: companyLabel(company),
    facts: company,
  };
}

interface Known {
  id: string;
  company?: { id: string };
}

/** Adds the quotes of facts that were found on pages, if a criterion reads them: as `facts`, and `company.facts`. */
export async function withFacts(
  workspaceId: string,
  kind: TargetProfile['kind'],
  records: ScoredRecord[],
  criteria: readonly FitCriterion[],
): Promise<ScoredRecord[]> {
  if (!readsFacts(criteria)) return records;
  const known = records.map(({ facts }) => facts as Known);
  const ids = known.map(({ id }) => id);
  const companyIds = kind === 'company' ? ids : known.flatMap(({ company }) => company?.id ?? []);
  const found = await findReadFacts(workspaceId, kind === 'person' ? ids : [], [...new Set(companyIds)]);
  const about = Map.groupBy(found, ({ contactId, companyId }) => contactId ?? companyId!);
  const quotesOf = (id: string) => (about.get(id) ?? []).map(({ quote }) => quote);
  return records.map((record, index) => {
    const { id, company } = known[index]!;
    const ofCompany = company && { company: { ...company, facts: quotesOf(company.id) } };
    return { ...record, facts: { ...record.facts, facts: quotesOf(id), ...ofCompany } };
  });
}

export function requirePublished(profile: TargetProfile, kind: TargetProfile['kind']): PublishedVersion {
  if (profile.kind !== kind) {
    throw new AppError('invalid_state', `${profile.name} is a profile of a ${profile.kind}, not of a ${kind}.`);
  }
  if (profile.published !== undefined) return profile.published;
  throw new AppError('invalid_state', `${profile.name} is not published: call publish_target_profile first.`);
}

export function scoreRecords(
  profileId: string,
  published: PublishedVersion,
  records: ScoredRecord[],
  now: Date,
): NewScore[] {
  const score = compileProfile(published);
  return records.map(({ id, facts }) => {
    const result = score(facts);
    const explanation = explainFit(published.criteria, result);
    return { recordId: id, profileId, profileVersion: published.number, ...result, explanation, scoredAt: now };
  });
}
