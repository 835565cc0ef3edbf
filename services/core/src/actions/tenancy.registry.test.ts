import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../domain/ids.ts';
import { callAction } from '../testing/call-action.ts';
import { idInputs, sampleInput } from '../testing/sample-input.ts';
import { seedWorld, type World } from '../testing/seed-world.ts';
import { type Reply, startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { dumpStore, storeChanges } from '../testing/store-dump.ts';
import { type AnyAction, isRead, pathParametersOf } from './define-action.ts';
import { actions } from './index.ts';

let core: TestCore;
let theirs: World;
let ours: World;
let unknown: Record<string, string>;
beforeAll(async () => {
  core = await startTestCore();
  theirs = await seedWorld(core);
  ours = await seedWorld(core);
  unknown = Object.fromEntries(
    Object.entries(theirs.ids).map(([name, id]) => [name, newId(id.split('_')[0] as never)]),
  );
});
afterAll(() => core.stop());

/** What is left of an answer when ids, times and digests are taken out of it. */
const essence = ({ status, body }: Reply): string =>
  `${status} ${JSON.stringify(body)}`
    .replace(/\b[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}\b/g, 'ID')
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')
    .replace(/"[0-9a-f]{32}"/g, '"DIGEST"');

const cases = actions.flatMap((action) =>
  idInputs(action, idNames()).map((input) => [action.name, JSON.stringify(input), action, input] as const),
);

/** The names that the world has ids for, before there is a world: the names themselves carry the prefixes. */
function idNames(): Record<string, string> {
  const prefixes = {
    contactId: 'con',
    otherContactId: 'con',
    companyId: 'com',
    listId: 'lst',
    campaignId: 'cmp',
    otherCompanyId: 'com',
  };
  const more = {
    enrollmentId: 'enr',
    messageId: 'msg',
    replyId: 'rpl',
    mailboxId: 'mbx',
    jobId: 'job',
    recordId: 'con',
  };
  const rest = {
    webhookId: 'whk',
    deliveryId: 'dlv',
    suppressionId: 'sup',
    profileId: 'pro',
    tagId: 'tag',
    dataSetId: 'dst',
  };
  return Object.fromEntries(
    Object.entries({ ...prefixes, ...more, ...rest }).map(([name, prefix]) => [name, `${prefix}_`]),
  );
}

/** The input for this id, with the other required ids out of our own workspace unless they are in the path before it. */
const inputWith = (action: AnyAction, shape: Record<string, unknown>, ids: Record<string, string>) => {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return Object.values(ids).find((id) => id.startsWith(value)) ?? value;
    if (Array.isArray(value)) return value.map(fill);
    return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, ids[name] ?? fill(inner)]));
  };
  const own = { ...sampleInput(action, ours.ids) };
  const isPath = Object.keys(shape).some((name) => pathParametersOf(action).includes(name));
  const inPath = isPath ? Object.fromEntries(pathParametersOf(action).map((name) => [name, ids[name]!])) : {};
  return { ...own, ...inPath, ...(fill(shape) as object) };
};

test.each(cases)(
  '%s with %s of another workspace answers as if it did not exist',
  async (_name, _text, action, shape) => {
    const before = (await dumpStore()).filter((line) => line.includes(theirs.workspaceId));
    const foreignInput = inputWith(action, shape, theirs.ids);
    const unknownInput = inputWith(action, shape, unknown);
    const options = { key: ours.key, isDryRun: !isRead(action) };
    const foreign = await callAction(core, action, foreignInput, options);
    const none = await callAction(core, action, unknownInput, options);
    expect(essence(foreign)).toBe(essence(none));
    expect(foreign.status).toBeLessThan(500);
    if (!isRead(action)) {
      const executed = await callAction(core, action, foreignInput, { key: ours.key });
      expect(executed.status < 300).toBe(foreign.status < 300);
    }
    const after = (await dumpStore()).filter((line) => line.includes(theirs.workspaceId));
    expect(storeChanges(before, after)).toEqual([]);
  },
);

test('every action with a path parameter is among the cases', () => {
  const tested = new Set(cases.map(([name]) => name));
  const untested = actions.filter((action) => pathParametersOf(action).length > 0 && !tested.has(action.name));
  expect(untested.map(({ name }) => name)).toEqual([]);
});

test('a list shows nothing of another workspace', async () => {
  const { key } = await core.addWorkspace();
  const lists = actions.filter(
    (action) => action.isPaged && pathParametersOf(action).length === 0 && action.method === 'get',
  );
  for (const action of lists) {
    const { body } = await callAction(core, action, {}, { key });
    const text = JSON.stringify(body.data);
    for (const id of [...Object.values(theirs.ids), theirs.workspaceId]) expect(text, action.name).not.toContain(id);
  }
});
