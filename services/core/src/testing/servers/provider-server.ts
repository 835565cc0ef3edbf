import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PeopleKind, peopleKinds } from '../../domain/workspaces/providers/provider-kinds.ts';
import { accountAnswers, chanceOf, type Named, providerAnswers } from './provider-answers.ts';

export interface ProviderServer {
  /** Value of PROVIDER_BASE_URLS. */
  urls: string;
  /** Questions about people that were answered, in order. */
  asked: { kind: PeopleKind; person: string; isFound: boolean }[];
  /** Share of people with an address, by the ending of their domain. */
  rates: Record<PeopleKind, Record<string, number>>;
  /** Next answers that are a fault instead: a status, or 0 to hang up after the work is done. */
  faults: Map<PeopleKind, number[]>;
  /** Longest time before an answer, in milliseconds. */
  delayMsMax: number;
  stop(): void;
}

interface Question {
  kind: PeopleKind;
  person: Named;
}

const paths: Record<string, PeopleKind> = {
  '/v2/email-finder': 'hunter',
  '/v5/person/enrich': 'people_data_labs',
  '/api/v1/people/match': 'apollo',
  '/enrich-person': 'prospeo',
  '/v1/enrich/all': 'dropcontact',
};

type Fields = Record<string, string | undefined>;

function questionOf(url: URL, body: { data?: Fields | Fields[] }): Question | null {
  const kind = paths[url.pathname];
  if (kind === undefined) return null;
  const data = Array.isArray(body.data) ? body.data[0] : body.data;
  const given: Fields = { ...Object.fromEntries(url.searchParams), ...data };
  const domain = given.domain ?? given.company ?? given.company_website ?? given.website ?? '';
  return { kind, person: { first: given.first_name ?? '', last: given.last_name ?? '', domain } };
}

async function jsonOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** Loopback server that answers like the five providers. Its people are invented, and the same each time. */
export async function startProviderServer(rates: Partial<ProviderServer['rates']>): Promise<ProviderServer> {
  const open = new Map<string, Named | null>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://provider');
    const question = questionOf(url, await jsonOf(request));
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const started = /^\/v1\/enrich\/all\/(.+)$/.exec(url.pathname)?.[1];
    if (started !== undefined) return send(200, providerAnswers.dropcontact(open.get(started) ?? null).body);
    const account = accountAnswers[url.pathname];
    if (account !== undefined) return send(200, account);
    if (question === null) return send(404, {});
    const { kind, person } = question;
    const name = `${person.first} ${person.last} ${person.domain}`;
    const rate = provider.rates[kind]?.[person.domain.split('.').at(-1)!] ?? 0;
    const isFound = chanceOf(`${kind} ${name}`) < rate;
    const fault = provider.faults.get(kind)?.shift();
    if (fault !== undefined && fault !== 0) return send(fault, { error: true });
    provider.asked.push({ kind, person: name, isFound });
    await new Promise((resolve) => setTimeout(resolve, chanceOf(name) * provider.delayMsMax));
    if (fault === 0) return void request.socket.destroy();
    if (kind === 'dropcontact') {
      const id = `r${open.size}`;
      open.set(id, isFound ? person : null);
      return send(200, { request_id: id, success: true, error: false, credits_left: 10 });
    }
    const { status, body } = providerAnswers[kind](isFound ? person : null);
    return send(status, body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const none = Object.fromEntries(peopleKinds.map((kind) => [kind, {}])) as ProviderServer['rates'];
  const provider: ProviderServer = {
    urls: peopleKinds.map((kind) => `${kind}=${origin}`).join(','),
    asked: [],
    rates: { ...none, ...rates },
    faults: new Map(),
    delayMsMax: 0,
    stop: () => server.close().closeAllConnections(),
  };
  return provider;
}
