import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toStoreFilter } from '../../domain/fields/queries/store-filter.ts';
import { type ContactFilter, contactConditions } from '../../engine/contacts/contact-filter.ts';
import { testStoreUri } from '../../testing/test-store.ts';
import { connectStore, disconnectStore, dropStore } from '../connection/connect.ts';
import { insertContacts } from './contact-bulk-store.ts';
import { ContactModel } from './contact-model.ts';

function contactQuery(filter: ContactFilter): Record<string, unknown> {
  return toStoreFilter({ and: contactConditions(filter) }, () => undefined).filter;
}

const workspaceId = 'wsp_index';
const stored = 5_000;

/** 4321 becomes "Bcdeson": each number has its own name. */
function nameOf(number: number): string {
  return `${[...String(number)]
    .map((digit) => 'abcdefghij'[Number(digit)])
    .reverse()
    .join('')}son`;
}

beforeAll(async () => {
  await connectStore(await testStoreUri(), `test_${randomUUID().slice(0, 8)}`);
  for (let start = 0; start < stored; start += 500) {
    const contacts = Array.from({ length: 500 }, (_, index) => ({
      email: `person${start + index}@index.example`,
      firstName: 'Fiona',
      lastName: nameOf(start + index),
      title: 'Chief Officer',
      companyDomain: `company${(start + index) % 100}.example`,
      tags: ['everyone', ...((start + index) % 50 === 0 ? ['rare'] : [])],
      source: 'api' as const,
      doNotContact: false,
      createdBy: 'test',
    }));
    await insertContacts(workspaceId, contacts, new Date(2030, 0, 1, 0, 0, start));
  }
});
afterAll(async () => {
  await dropStore();
  await disconnectStore();
});

interface Explained {
  executionStats?: { totalDocsExamined: number };
}

async function examined(filter: object, sort: Record<string, 1 | -1>): Promise<number> {
  const explained = (await ContactModel.find({ workspaceId, ...filter })
    .sort(sort)
    .limit(26)
    .explain('executionStats')) as Explained;
  return explained.executionStats?.totalDocsExamined ?? Number.POSITIVE_INFINITY;
}

const newestFirst = { _id: -1 } as const;

// The front end of the other engine does not support explain.
test.skipIf(Boolean(process.env.MONGODB_URI)).each([
  ['no filter', {}, newestFirst],
  ['a page far behind', { _id: { $lt: 'con_9' } }, newestFirst],
  ['a status', contactQuery({ emailStatus: 'unverified' }), newestFirst],
  ['a stage', contactQuery({ stage: 'new' }), newestFirst],
  ['a rare tag', contactQuery({ tag: 'rare' }), newestFirst],
  ['a common tag', contactQuery({ tag: 'everyone' }), newestFirst],
  ['a domain', contactQuery({ companyDomain: 'company7.example' }), newestFirst],
  ['a source', contactQuery({ source: 'api' }), newestFirst],
  ['no legal basis', contactQuery({ declaredBasis: 'none' }), newestFirst],
  ['a short beginning of a word', contactQuery({ q: 'fi' }), newestFirst],
  ['a rare word', contactQuery({ q: nameOf(4321) }), newestFirst],
  ['the last change', {}, { updatedAt: -1, _id: -1 } as const],
])('reads little more than the page when paging by %s', async (_name, filter, sort) => {
  expect(await examined(filter, sort)).toBeLessThanOrEqual(100);
});
