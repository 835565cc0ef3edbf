import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../errors/errors.ts';
import { directorySource } from '../../providers/prospects/directory/directory-source.ts';
import { Prospects } from '../../providers/prospects/prospects.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const failing = {
  ...directorySource,
  name: 'broken',
  idPrefix: '_brk_',
  searchPeople: async () => {
    throw new AppError('provider_failed', 'broken answered 500.');
  },
};

const sources = [failing, directorySource];
const prospects = new Prospects({ traits: sources, local: async () => sources, remote: async () => [] });

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({
    ports: { prospects },
  });
});
afterAll(() => core.stop());

function search(body: unknown) {
  return core.request('POST', '/search/people', { body });
}

test('names a failing source and returns results of the others', async () => {
  const { status, body } = await search({ titles: ['CTO'], limit: 2 });
  expect(status).toBe(200);
  expect(body.data.people).toHaveLength(2);
  expect(body.data.sources[0]).toEqual({ name: 'broken', ok: false, total: 0, problem: 'broken answered 500.' });
});

test('reports a provider failure if no source responds', async () => {
  const { status, body } = await search({ titles: ['CTO'], sources: ['broken'] });
  expect(status).toBe(502);
  expect(body.error).toMatchObject({ code: 'provider_failed', retryable: true });
});
