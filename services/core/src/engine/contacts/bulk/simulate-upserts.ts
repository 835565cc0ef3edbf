import { countOutcomes, itemOutcomes, noOutcomes, type OutcomeCounts } from '../../../domain/jobs/job.ts';
import { findCompaniesByDomain } from '../../../store/companies/company-store.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import { newContactDocument } from '../../../store/contacts/new-contact.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { withTimeZone } from '../add-contact.ts';
import { derivedChanges } from '../change-contact.ts';
import { linkedDomains } from './describe-upserts.ts';
import { noneExpected } from './known-contacts.ts';
import { type PlannedUpsert, planUpserts, type UpsertItem, type UpsertOptions } from './plan-upserts.ts';
import type { Expected } from './upsert-types.ts';

/** Total outcome of a file with several batches. */
export interface SimulatedUpserts {
  counts: OutcomeCounts;
  newCompanies: string[];
  tags: string[];
  joinedCount: number;
}

/**
 * Plans each batch as if the previous ones were already stored, so that it finds contacts in their later state.
 * Read-only.
 */
export class UpsertSimulation {
  readonly #options: UpsertOptions;
  readonly #ctx: ActionContext;
  readonly #expected: Expected = noneExpected();
  readonly #domains = new Set<string>();
  readonly #tags = new Set<string>();
  readonly #counts = noOutcomes();
  #joinedCount = 0;

  constructor(options: UpsertOptions, ctx: ActionContext) {
    this.#options = options;
    this.#ctx = ctx;
  }

  async plan(items: UpsertItem[]): Promise<PlannedUpsert[]> {
    const planned = await planUpserts(items, this.#options, this.#ctx, this.#expected);
    const counts = countOutcomes(planned);
    for (const outcome of itemOutcomes) this.#counts[outcome] += counts[outcome];
    await this.#noteDomains(planned);
    for (const one of planned) this.#note(one);
    return planned;
  }

  sum(): SimulatedUpserts {
    const [counts, joinedCount] = [{ ...this.#counts }, this.#joinedCount];
    return { counts, newCompanies: [...this.#domains], tags: [...this.#tags], joinedCount };
  }

  async #noteDomains(planned: PlannedUpsert[]): Promise<void> {
    const domains = linkedDomains(planned).filter((domain) => !this.#domains.has(domain));
    const known = new Set(
      (await findCompaniesByDomain(this.#ctx.workspaceId, domains)).map((company) => company.domain),
    );
    for (const domain of domains) if (!known.has(domain)) this.#domains.add(domain);
  }

  #note(one: PlannedUpsert): void {
    if (one.outcome !== 'created' && one.outcome !== 'updated') return;
    for (const tag of one.tags) {
      this.#tags.add(tag);
      this.#expected.tags.add(tag);
    }
    if (one.outcome === 'created' || one.changes?.listIds !== undefined) this.#joinedCount += 1;
    this.#expect(one.outcome === 'created' ? this.#added(one) : this.#changed(one));
  }

  #added({ facts, tags, isSuppressed, will = {} }: PlannedUpsert): ContactRecord {
    const { source, listId } = this.#options;
    const listIds = listId === undefined ? [] : [listId];
    const fresh = {
      ...withTimeZone(facts),
      source,
      tags,
      listIds,
      doNotContact: isSuppressed || will.isOptedOut === true,
      createdBy: '',
    };
    const { _id: id, ...document } = newContactDocument(this.#ctx.workspaceId, fresh, this.#ctx.now());
    return { ...document, id };
  }

  #changed({ before, changes = {} }: PlannedUpsert): ContactRecord {
    const latest = this.#expected.byId.get(before!.id) ?? before!;
    const { byEmail, byExternalId } = this.#expected;
    if (latest.email !== undefined) byEmail.delete(latest.email);
    if (latest.externalId !== undefined) byExternalId.delete(latest.externalId);
    return { ...latest, ...changes, ...derivedChanges(before!, changes, this.#ctx) };
  }

  #expect(contact: ContactRecord): void {
    const { byId, byEmail, byExternalId } = this.#expected;
    byId.set(contact.id, contact);
    if (contact.email !== undefined) byEmail.set(contact.email, contact);
    if (contact.externalId !== undefined) byExternalId.set(contact.externalId, contact);
  }
}
