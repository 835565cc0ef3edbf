import { createHash } from 'node:crypto';
import type { PeopleKind } from '../../domain/workspaces/providers/provider-kinds.ts';

/** A person in a question. */
export interface Named {
  first: string;
  last: string;
  domain: string;
}

/** Number from 0 to 1 that is always the same for a text. */
export function chanceOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}

function addressOf({ first, last, domain }: Named): string {
  return `${first}.${last}@${domain}`.toLowerCase();
}

/** Answers in the shapes of the five providers' documentation. */
export const providerAnswers: Record<PeopleKind, (person: Named | null) => { status: number; body: object }> = {
  hunter: (person) => ({
    status: 200,
    body: {
      data: {
        first_name: person?.first ?? null,
        last_name: person?.last ?? null,
        email: person && addressOf(person),
        score: 97,
        domain: person?.domain ?? null,
        position: null,
        company: null,
        verification: { date: '2026-11-01', status: 'valid' },
      },
      meta: {},
    },
  }),
  people_data_labs: (person) =>
    person === null
      ? { status: 404, body: { status: 404, error: { type: 'not_found', message: 'No records were found' } } }
      : {
          status: 200,
          body: {
            status: 200,
            likelihood: 9,
            data: {
              id: chanceOf(addressOf(person)).toString(36).slice(2),
              first_name: person.first.toLowerCase(),
              last_name: person.last.toLowerCase(),
              work_email: addressOf(person),
              job_title: 'head of sales',
              job_title_levels: ['director'],
            },
          },
        },
  apollo: (person) => ({
    status: 200,
    body: {
      person: person && {
        id: createHash('sha256').update(addressOf(person)).digest('hex').slice(0, 24),
        first_name: person.first,
        last_name: person.last,
        title: 'Head of Sales',
        email: addressOf(person),
        email_status: 'verified',
        organization: { id: 'org', name: person.domain, primary_domain: person.domain },
      },
    },
  }),
  prospeo: (person) =>
    person === null
      ? { status: 400, body: { error: true, error_code: 'NO_MATCH' } }
      : {
          status: 200,
          body: {
            error: false,
            free_enrichment: false,
            person: {
              person_id: createHash('sha256').update(addressOf(person)).digest('hex').slice(0, 24),
              first_name: person.first,
              last_name: person.last,
              current_job_title: 'Head of Sales',
              email: { status: 'VERIFIED', revealed: true, email: addressOf(person) },
            },
            company: { name: person.domain, website: `https://${person.domain}` },
          },
        },
  dropcontact: (person) => ({
    status: 200,
    body: {
      success: true,
      error: false,
      data: [
        person === null
          ? { first_name: null, email: null }
          : {
              first_name: person.first,
              last_name: person.last,
              email: [{ email: addressOf(person), qualification: 'nominative@pro' }],
            },
      ],
    },
  }),
};

/** Answers to questions about the account. */
export const accountAnswers: Record<string, object> = {
  '/v2/account': { data: { plan_name: 'Starter', requests: { credits: { used: 12, available: 500 } } } },
  '/v5/autocomplete': { data: [] },
  '/api/v1/auth/health': { healthy: true, is_logged_in: true },
  '/account-information': { error: false, response: { current_plan: 'STARTER', remaining_credits: 988 } },
  '/v1/account/credits': { credits: 250 },
};
