import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestApproved } from '../testing/request-approved.ts';
import { type Reply, startTestCore, type TestCore } from '../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

function post(path: string, body: object, query = ''): Promise<Reply> {
  return requestApproved(core, 'POST', `${path}${query}`, { body });
}

interface Case {
  /** Creates the conflicting record and returns its ID. */
  first(): Promise<Reply>;
  /** Requests that would create a second one. */
  second: ((query: string) => Promise<Reply>)[];
}

async function updating(path: string, other: object, change: object, query: string): Promise<Reply> {
  const { body } = await post(path, other);
  return core.request('PATCH', `${path}/${body.data.id}${query}`, { body: change });
}

const smtp = { host: '127.0.0.1', port: 587, security: 'starttls', username: 'me', password: 'secret' };
let count = 0;
function fresh() {
  return `another${++count}`;
}

/** Requests that violate each index, by collection and keys. */
const cases: Record<string, Case> = {
  'contacts workspaceId,email': {
    first: () => post('/contacts', { email: 'ada@unique.example' }),
    second: [
      (query) => post('/contacts', { email: 'Ada@unique.example' }, query),
      (query) => updating('/contacts', { email: `${fresh()}@unique.example` }, { email: 'ada@unique.example' }, query),
    ],
  },
  'contacts workspaceId,externalId': {
    first: () => post('/contacts', { email: 'eve@unique.example', externalId: 'crm-1' }),
    second: [
      (query) => post('/contacts', { email: `${fresh()}@unique.example`, externalId: 'crm-1' }, query),
      (query) => updating('/contacts', { email: `${fresh()}@unique.example` }, { externalId: 'crm-1' }, query),
    ],
  },
  'companies workspaceId,domain': {
    first: () => post('/companies', { domain: 'unique.test' }),
    second: [
      (query) => post('/companies', { domain: 'https://unique.test/' }, query),
      (query) => updating('/companies', { domain: `${fresh()}.test` }, { domain: 'unique.test' }, query),
    ],
  },
  'tags workspaceId,name': {
    first: () => post('/tags', { name: 'unique' }),
    second: [
      (query) => post('/tags', { name: 'unique' }, query),
      (query) => updating('/tags', { name: fresh() }, { name: 'unique' }, query),
    ],
  },
  'tags workspaceId,key': {
    first: () => post('/tags', { name: 'One key' }),
    second: [
      (query) => post('/tags', { name: 'ONE  key' }, query),
      (query) => updating('/tags', { name: fresh() }, { name: 'one KEY' }, query),
    ],
  },
  'lists workspaceId,nameKey': {
    first: () => post('/lists', { name: 'Unique' }),
    second: [
      (query) => post('/lists', { name: 'unique' }, query),
      (query) => updating('/lists', { name: fresh() }, { name: 'UNIQUE' }, query),
    ],
  },
  'templates workspaceId,kind,nameKey': {
    first: () => post('/templates', { name: 'Unique', body: 'Hello' }),
    second: [
      (query) => post('/templates', { name: 'UNIQUE', body: 'Hello' }, query),
      (query) => updating('/templates', { name: fresh(), body: 'Hello' }, { name: 'unique' }, query),
    ],
  },
  'custom_fields workspaceId,key': {
    first: () => post('/custom-fields', { key: 'unique', label: 'Unique', type: 'text' }),
    second: [(query) => post('/custom-fields', { key: 'unique', label: 'Again', type: 'number' }, query)],
  },
  'webhooks workspaceId,url': {
    first: () => post('/webhooks', { url: 'http://127.0.0.1:9/unique' }),
    second: [
      (query) => post('/webhooks', { url: 'http://127.0.0.1:9/unique' }, query),
      (query) =>
        updating('/webhooks', { url: `http://127.0.0.1:9/${fresh()}` }, { url: 'http://127.0.0.1:9/unique' }, query),
    ],
  },
  'providers workspaceId,kind': {
    first: () => post('/providers', { kind: 'ollama', model: 'small' }),
    second: [(query) => post('/providers', { kind: 'ollama', model: 'large' }, query)],
  },
  'mailboxes workspaceId,address': {
    first: () => post('/mailboxes', { address: 'me@unique.example', smtp }),
    second: [(query) => post('/mailboxes', { address: 'ME@unique.example', smtp }, query)],
  },
};

/** Indexes that caller input cannot violate, and why. */
const outOfReach: Record<string, string> = {
  'memberships workspaceId,userId': 'one upsert per person, by the application',
  'sessions tokenHash': 'random',
  'invitations tokenHash': 'random',
  'api_keys keyHash': 'random',
  'users email': 'an account, not a record of a workspace; refused by the sign-up page',
  'revealed_people workspaceId,personId': 'an upsert by the id made of the same key',
  'target_profile_versions workspaceId,profileId,number': 'numbered inside the transaction that publishes',
  'suppressions workspaceId,digest': 'an upsert: a second entry is answered with the first, 200',
  'captured_messages workspaceId,messageIdHeader': 'written by the sandbox transport',
  'replies workspaceId,messageIdHeader': 'a mail that comes twice is stored once',
  'tasks workspaceId,replyId': 'one task per erasure request, created with its reply',
  'approvals workspaceId,action,idempotencyKey': 'the same request again is answered with the approval that waits',
  'webhook_deliveries workspaceId,webhookId,eventId': 'queued once per event by the worker',
  'sequence_versions workspaceId,campaignId,number': 'numbered inside the transaction that changes the steps',
  'upload_chunks workspaceId,uploadId,index': 'random',
  'ledger workspaceId,operationId,kind': 'random',
  'enrollments workspaceId,campaignId,contactId': 'an enrolled contact is skipped: already_enrolled',
  'enrollments workspaceId,contactId': 'a contact in another campaign is skipped: in_other_campaign',
  'files workspaceId,sha256,fileName': 'the same file again is answered with the one that is kept, 200',
  'messages workspaceId,messageIdHeader': 'random',
  'changes workspaceId,number': 'numbered inside the transaction that stores them',
  'changes workspaceId,recordId': 'one latest change per record, replaced by the worker',
  'notifications userId,eventId': 'noted once per person and event by the worker',
};

function uniqueIndexes(): string[] {
  return Object.values(mongoose.models).flatMap((model) =>
    model.schema
      .indexes()
      .filter(([, options]) => options?.unique)
      .map(([keys]) => `${model.collection.collectionName} ${Object.keys(keys).join(',')}`),
  );
}

test('every unique index of every collection has a case here or a documented exception', () => {
  expect(uniqueIndexes().toSorted()).toEqual([...Object.keys(cases), ...Object.keys(outOfReach)].toSorted());
});

test.each(Object.entries(cases))(
  '%s: dry run and execution return the same error with the conflicting ID',
  async (_index, one) => {
    const { body, status } = await one.first();
    expect(status, JSON.stringify(body)).toBe(201);
    for (const request of one.second) {
      for (const query of ['?dryRun=true', '']) {
        const refused = await request(query);
        expect(refused.status, refused.body.summary).toBe(409);
        expect(refused.body.error).toMatchObject({ existingId: body.data.id, retryable: false });
      }
    }
  },
);

test('a suppressed contact keeps doNotContact, and no field accepts control characters', async () => {
  const { body } = await post('/contacts', { email: 'no@unique.example' });
  await post('/suppressions', { value: 'no@unique.example' });
  const path = `/contacts/${body.data.id}`;
  for (const query of ['?dryRun=true', '']) {
    const refused = await core.request('PATCH', `${path}${query}`, { body: { doNotContact: false } });
    expect(refused.body.error).toMatchObject({ code: 'legal_block', field: 'doNotContact' });
    const broken = await core.request('PATCH', `${path}${query}`, { body: { firstName: 'A\r\nBcc: x' } });
    expect(broken.body.error).toMatchObject({ code: 'validation_failed', field: 'firstName' });
  }
  const upserted = await post('/contacts/bulk', {
    contacts: [
      { email: 'one@unique.example', lastName: 'A\u0007' },
      { email: 'two@unique.example', externalId: 'x-9' },
    ],
  });
  expect(upserted.body.data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['failed', 'created']);
});
