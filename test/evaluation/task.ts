import type { Db, Document } from 'mongodb';
import type { Answer } from '../harness/product.ts';

/** Facts that the person would give when asked, by the name of the input. */
export type Facts = Record<string, unknown>;

/** The product with one workspace, and records that tasks need. */
export interface Stage {
  url: string;
  key: string;
  /** Database of the core. Tasks are verified by stored data, not by responses. */
  db: Db;
  request(method: string, path: string, body?: unknown): Promise<Answer>;
}

export interface Task {
  /** The full task, for a model. */
  wish: string;
  /** The same for a caller that only searches: phrases in order, each with its facts. */
  steps: readonly (readonly [phrase: string, facts?: Facts])[];
  /** Creates the required records. */
  arrange?(stage: Stage): Promise<unknown>;
  /** True if the store has the requested data. */
  isDone(stage: Stage): Promise<boolean>;
}

/** True if a collection has such a record. */
export async function has({ db }: Stage, collection: string, filter: Document): Promise<boolean> {
  return (await db.collection(collection).findOne(filter)) !== null;
}

/** Creates a record over the API and returns it. */
// biome-ignore lint/suspicious/noExplicitAny: records of all kinds.
export async function made({ request }: Stage, path: string, body: unknown): Promise<any> {
  const answer = await request('POST', path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

export function contact(stage: Stage, name: string) {
  const email = emailOf(name);
  return made(stage, '/contacts', {
    email,
    firstName: name,
    lastName: 'Example',
    emailStatus: 'valid',
    declaredBasis: 'legitimate_interest',
  });
}

export function emailOf(name: string): string {
  return `${name.toLowerCase()}@evaluation.example`;
}

const always = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00', timeZone: 'UTC' };

const first = { subject: 'A question', body: 'Hello {{ firstName }}, who buys for you?' };
const second = { waitDays: 4, body: 'Did my question reach you, {{ firstName }}?' };

export function campaign(stage: Stage, name: string, steps: object[] = [first]) {
  return made(stage, '/campaigns', { name, steps, window: always });
}

/** A campaign that sends to one person. */
export async function running(stage: Stage, name: string, person: string) {
  const [{ id: campaignId }, { id: contactId }] = [
    await campaign(stage, name, [first, second]),
    await contact(stage, person),
  ];
  await made(stage, `/campaigns/${campaignId}/enrollments`, { contactIds: [contactId] });
  await made(stage, `/campaigns/${campaignId}/launch`, {});
  return { campaignId, contactId };
}
