import type { Db, Document } from 'mongodb';
import type { Answer } from '../harness/product.ts';

/** What the person knows and would say when asked, by the name of the input that it is for. */
export type Facts = Record<string, unknown>;

/** The product with one workspace, and what tasks need of it before they begin. */
export interface Stage {
  url: string;
  key: string;
  /** The core's own database: the tasks are checked by what stands there, not by what was answered. */
  db: Db;
  request(method: string, path: string, body?: unknown): Promise<Answer>;
}

export interface Task {
  /** The wish in full, for a model. */
  wish: string;
  /** The same for a caller that only looks things up: phrases, one after another, with the facts of each. */
  steps: readonly (readonly [phrase: string, facts?: Facts])[];
  /** What has to be there before. */
  arrange?(stage: Stage): Promise<unknown>;
  /** Whether the store is as it was wished. */
  isDone(stage: Stage): Promise<boolean>;
}

/** Whether a collection holds such a record. */
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

/** One that sends, to one person. */
export async function running(stage: Stage, name: string, person: string) {
  const [{ id: campaignId }, { id: contactId }] = [
    await campaign(stage, name, [first, second]),
    await contact(stage, person),
  ];
  await made(stage, `/campaigns/${campaignId}/enrollments`, { contactIds: [contactId] });
  await made(stage, `/campaigns/${campaignId}/launch`, {});
  return { campaignId, contactId };
}
