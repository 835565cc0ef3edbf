import type { PdlPerson } from '../../src/providers/prospects/people-data-labs/pdl-answers.ts';

/** Shapes of providers' answers, as their documentation shows them, with invented people: for tests. */
export const domainSearchAnswer = {
  data: {
    domain: 'analytical.com',
    disposable: false,
    webmail: false,
    accept_all: true,
    pattern: '{first}',
    organization: 'Analytical Engines',
    description: 'Builds engines.',
    industry: 'Software Development',
    headcount: '51-200',
    technologies: ['kubernetes'],
    keywords: ['engines'],
    country: 'GB',
    state: null,
    city: 'London',
    emails: [
      {
        value: 'Ada@analytical.com',
        type: 'personal',
        confidence: 92,
        first_name: 'Ada',
        last_name: 'Lovelace',
        position: 'Chief Technology Officer',
        seniority: 'executive',
        department: 'it',
        linkedin: null,
        twitter: null,
        phone_number: '+44 1',
        verification: { date: '2026-11-01', status: 'accept_all' },
      },
      {
        value: 'nameless@analytical.com',
        type: 'personal',
        confidence: 10,
        first_name: null,
        last_name: null,
        position: null,
        seniority: null,
        department: null,
        linkedin: null,
        twitter: null,
        phone_number: null,
        verification: { date: null, status: null },
      },
    ],
  },
  meta: { results: 2, limit: 10, offset: 0 },
};

export function pdlPerson(id = 'abc_0001'): PdlPerson {
  return {
    id,
    first_name: 'mary-ann',
    last_name: "o'neill",
    work_email: 'mary@analytical.com',
    job_title: 'chief technology officer',
    job_title_levels: ['cxo'],
    linkedin_url: 'linkedin.com/in/mary',
    location_locality: 'london',
    location_region: 'england',
    location_country: 'united kingdom',
    job_company_id: 'analytical',
    job_company_name: 'analytical engines',
    job_company_website: 'analytical.com',
    job_company_industry: 'computer software',
    job_company_size: '51-200',
  };
}
