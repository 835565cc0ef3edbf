import { setTimeout as wait } from 'node:timers/promises';
import type { EmailStatus } from '../../../domain/contacts/contact.ts';
import { normalizeDomain, normalizeEmail } from '../../../domain/contacts/email-address.ts';
import { seniorityOfTitle } from '../../../domain/contacts/title-seniority.ts';
import type { RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { digestOf } from '../../../domain/values/canonical-json.ts';
import { AppError } from '../../../errors/errors.ts';
import { providerAddress } from '../../provider-address.ts';
import { askProvider, providerProblem } from '../../provider-request.ts';
import { companyWith, personWith, textOrNull } from '../blank-prospects.ts';
import type { PeopleProvider } from '../people-provider.ts';
import type { PersonHint } from '../person-hint.ts';

const official = 'https://api.dropcontact.com/v1';
const timeoutMs = 15_000;
/** Pauses before it is asked whether its answer is ready. */
const pausesMs = [500, 1_500, 4_000, 8_000, 8_000];
const retrySeconds = 30;

const meanings: Record<number, string> = {
  401: 'refused the API key',
  403: 'has no credits left on the account, or refused the API key',
  422: 'did not understand the question',
  429: 'has reached its rate limit; try again in a minute',
};

type Text = string | null | undefined;

interface Contact {
  first_name?: Text;
  last_name?: Text;
  email?: { email?: Text; qualification?: Text }[] | null;
  phone?: Text;
  company?: Text;
  website?: Text;
  linkedin?: Text;
  job?: Text;
}

interface Answer {
  success?: boolean;
  error?: boolean;
  reason?: string;
  request_id?: string;
  credits?: number;
  data?: Contact[];
}

/** By its qualification of the local part and the domain. Only addresses of one person at a company count. */
const statuses: Record<string, EmailStatus> = { 'nominative@pro': 'valid', 'catch_all@pro': 'catch_all' };

function personOf(contact: Contact, hint: PersonHint): RevealedPerson | null {
  const firstName = textOrNull(contact.first_name) ?? textOrNull(hint.firstName);
  const lastName = textOrNull(contact.last_name) ?? textOrNull(hint.lastName);
  const known = contact.email?.find(({ qualification }) => statuses[qualification ?? ''] !== undefined);
  const email = normalizeEmail(known?.email ?? '');
  if (firstName === null || lastName === null || email === undefined) return null;
  const title = textOrNull(contact.job);
  const phone = textOrNull(contact.phone);
  const domain = normalizeDomain(textOrNull(contact.website) ?? hint.companyDomain ?? '') ?? null;
  const name = textOrNull(contact.company) ?? domain;
  return personWith({
    id: `prs_drc_${digestOf(email).slice(0, 22)}`,
    source: 'dropcontact',
    firstName,
    lastName,
    email,
    emailStatus: statuses[known!.qualification!]!,
    title,
    seniority: title === null ? null : seniorityOfTitle(title),
    linkedinUrl: textOrNull(contact.linkedin),
    phones: phone === null ? [] : [phone],
    company:
      name === null ? null : companyWith({ id: `prc_drc_${domain ?? name}`, source: 'dropcontact', name, domain }),
  });
}

type Call = (path: string, body?: unknown) => Promise<Answer>;

function caller(apiKey: string, base: string): Call {
  return async (path, body) => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = { 'x-access-token': apiKey };
    const url = `${base}${path}`;
    const answer = await askProvider({ provider: 'Dropcontact', url, method, headers, body, timeoutMs });
    if (answer.status === 200) return (answer.body ?? {}) as Answer;
    throw providerProblem('Dropcontact', answer, meanings[answer.status] ?? 'failed');
  };
}

/** Number of a new request for a person. */
async function begin({ firstName, lastName, companyDomain }: PersonHint, call: Call): Promise<string> {
  const data = [{ first_name: firstName, last_name: lastName, website: companyDomain }];
  const { request_id, reason = 'no reason given' } = await call('/enrich/all', { data, language: 'en' });
  if (request_id) return request_id;
  throw new AppError('provider_failed', `Dropcontact rejected the question: ${reason}.`);
}

/**
 * Looks up one person at a time, in two steps: the request, and its answer some seconds later. Only a verified address
 * is billed. It cannot search.
 */
export function createDropcontactProvider(apiKey: string, url?: string, pauses = pausesMs): PeopleProvider {
  const call = caller(apiKey, providerAddress(official, url));
  return {
    kind: 'dropcontact',
    idPrefix: '_drc_',
    costs: { lookUp: 1, page: 0, companies: 0 },

    async lookUp(hint, request) {
      const { email, firstName, lastName, companyDomain } = hint;
      // With an address, it would only be verified, which is always billed.
      if (email || !firstName || !lastName || !companyDomain) return { answer: null, cost: 0 };
      const id = request.id ?? (await begin(hint, call));
      if (request.id === null) await request.save(id);
      for (const pause of pauses) {
        await wait(pause);
        const { success, data = [] } = await call(`/enrich/all/${encodeURIComponent(id)}`);
        if (!success) continue;
        const answer = data[0] === undefined ? null : personOf(data[0], hint);
        return { answer, cost: answer === null ? 0 : 1 };
      }
      throw new AppError('provider_failed', 'Dropcontact is still looking: ask again in a minute.', {
        retryAfterSeconds: retrySeconds,
      });
    },

    async test() {
      const { credits } = await call('/account/credits');
      return `${credits ?? 'An unknown number of'} credits left.`;
    },
  };
}
