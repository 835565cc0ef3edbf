import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../domain/values/ids.ts';
import { callAction } from '../testing/call-action.ts';
import { dumpStore, storeChanges } from '../testing/changes/store-dump.ts';
import { preparedInputs } from '../testing/inputs/prepared-inputs.ts';
import { idInputs, sampleInput } from '../testing/inputs/sample-input.ts';
import { seedWorld, type World } from '../testing/seed-world.ts';
import { type Reply, startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { type AnyAction, isRead, pathParametersOf } from './definition/define-action.ts';
import { actions } from './index.ts';

let core: TestCore;
let theirs: World;
let ours: World;
let unknown: Record<string, string>;
beforeAll(async () => {
  core = await startTestCore();
  theirs = await seedWorld(core);
  ours = await seedWorld(core);
  unknown = Object.fromEntries(Object.entries(theirs.ids).map(([name, id]) => [name, unknownId(id)]));
});
afterAll(() => core.stop());

/** Returns an unused ID with the same timestamp, because IDs sort by time. */
function unknownId(id: string): string {
  return `${id.slice(0, -4)}${newId('evt').slice(-4)}`;
}

/** Response without its IDs, times, and digests. */
function essence({ status, body }: Reply): string {
  return `${status} ${JSON.stringify(body)}`
    .replace(/\b[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}\b|\bprs_own_[\w-]+/g, 'ID')
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')
    .replace(/"[0-9a-f]{32}"/g, '"DIGEST"');
}

const cases = actions.flatMap((action) =>
  idInputs(action, idNames()).map((input) => [action.name, JSON.stringify(input), action, input] as const),
);

/** ID names of the test world, before it exists. Their values carry the prefixes. */
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
    approvalId: 'apr',
    recordId: 'con',
  };
  const rest = {
    webhookId: 'whk',
    providerId: 'prv',
    deliveryId: 'dlv',
    suppressionId: 'sup',
    profileId: 'pro',
    tagId: 'tag',
    dataSetId: 'dst',
    subjectId: 'con',
    afterEventId: 'evt',
    personId: 'prs',
    taskId: 'tsk',
    customFieldId: 'fld',
    viewId: 'view',
    orderId: 'ord',
    templateId: 'tpl',
    snippetId: 'snp',
    attachmentId: 'att',
    fileId: 'fil',
    factId: 'fct',
    userId: 'usr',
    changeSetId: 'chs',
    deletedId: 'con',
    uploadId: 'upl',
  };
  return Object.fromEntries(
    Object.entries({ ...prefixes, ...more, ...rest }).map(([name, prefix]) => [name, `${prefix}_`]),
  );
}

const ofCompanies = ['list_companies', 'score_companies', 'change_companies', 'delete_companies'];

/** True if a list of companies is expected, although the world's listId is a list of contacts. */
function isOfCompanies(name: string, place: string): boolean {
  return place === 'companyIds' || (ofCompanies.includes(name) && place.endsWith('listId'));
}

/** Scoring needs published profiles and scores, and edit_answer needs a draft. Each is prepared once. */
const preparations = new Map<string, Promise<Record<string, unknown>>>();
async function preparationOf(action: AnyAction): Promise<Record<string, unknown>> {
  if (!/^((score|explain)_|edit_answer$)/.test(action.name)) return {};
  const request = (method: string, path: string, body?: unknown) => core.request(method, path, { key: ours.key, body });
  const known =
    preparations.get(action.name) ?? Promise.resolve(preparedInputs[action.name]!({ ...ours, core, request }));
  preparations.set(action.name, known);
  return known;
}

/** Cases in which an ID of our own workspace makes no difference either. */
const withoutControl: Record<string, string> = {
  'create_list filter.companyId': 'kept as it is; what it finds is tested with list_contacts',
  'update_list filter.companyId': 'the list of the world is static',
  'settle_messages campaignId': 'no message of the world is unconfirmed',
  'settle_messages mailboxId': 'no message of the world is unconfirmed',
  'assign_reply contactId': 'the reply of the world is matched already',
  'list_tasks ownerId': 'the task of the world has no owner',
  'send_test_mail contactId': 'it goes with a campaignId, which is left out here',
  'download_contact_export jobId': 'the job of the world is no export',
};

/** Mutually exclusive inputs: ways to select records, and to give a file. */
const alternatives = [
  ['contactIds', 'companyIds', 'listId', 'filter', 'where'],
  ['uploadId', 'content'],
];

/** Builds the input for this ID. Other required IDs come from our own workspace, except those before it in the path. */
async function inputWith(action: AnyAction, shape: Record<string, unknown>, world: Record<string, string>) {
  const place = placeOf(shape);
  const fitting = (all: Record<string, string>): Record<string, string> =>
    isOfCompanies(action.name, place) ? { ...all, listId: all.companyListId! } : all;
  const ids = fitting(world);
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return Object.values(ids).find((id) => id.startsWith(value)) ?? value;
    if (Array.isArray(value)) return value.map(fill);
    return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, ids[name] ?? fill(inner)]));
  };
  const whole = { ...sampleInput(action, fitting(ours.ids)), ...(await preparationOf(action)) };
  const others = alternatives.find((names) => names.includes(place.split('.')[0]!)) ?? [];
  const dropped = others.filter((name) => !action.input.required?.includes(name));
  const own = Object.fromEntries(Object.entries(whole).filter(([name]) => !dropped.includes(name)));
  const isPath = Object.keys(shape).some((name) => pathParametersOf(action).includes(name));
  const inPath = isPath ? Object.fromEntries(pathParametersOf(action).map((name) => [name, ids[name]!])) : {};
  return { ...own, ...inPath, ...(fill(shape) as object) };
}

test.each(cases)(
  '%s with %s of another workspace responds as if it did not exist',
  async (_name, _text, action, shape) => {
    const before = (await dumpStore()).filter((line) => line.includes(theirs.workspaceId));
    const foreignInput = await inputWith(action, shape, theirs.ids);
    const unknownInput = await inputWith(action, shape, unknown);
    const options = { key: ours.key, isDryRun: !isRead(action) };
    const foreign = await callAction(core, action, foreignInput, options);
    const none = await callAction(core, action, unknownInput, options);
    expect(essence(foreign)).toBe(essence(none));
    // An ID of our own must change the response. Otherwise, the two could be equal for another reason.
    if (withoutControl[`${action.name} ${placeOf(shape)}`] === undefined) {
      const own = await callAction(core, action, await inputWith(action, shape, ours.ids), options);
      expect(essence(own), JSON.stringify(own.body)).not.toBe(essence(none));
    }
    expect(foreign.status).toBeLessThan(500);
    if (!isRead(action)) {
      const executed = await callAction(core, action, foreignInput, { key: ours.key });
      expect(executed.status < 300).toBe(foreign.status < 300);
    }
    const after = (await dumpStore()).filter((line) => line.includes(theirs.workspaceId));
    expect(storeChanges(before, after)).toEqual([]);
  },
);

/** Members that are not record IDs: names from external systems, IDs inside one record, and users. */
const noRecords = ['externalId', 'actorId', 'steps.id', 'stepId', 'ownerId'];
/** Places inside lists of objects. Their own tests use IDs of another workspace (merge-duplicates.test.ts, write-step-texts.test.ts). */
const inLists = ['groups.contactIds', 'groups.survivorId', 'texts.contactId'];

/** Finds every place in a schema that takes an ID, at any depth, without the arrays in between. */
function placesOfIds(schema: unknown, at: string[] = []): string[] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    properties?: Record<string, object>;
    items?: object;
    anyOf?: object[];
  };
  const own = Object.keys(properties).filter((name) => /(^|I|i)ds?$/.test(name));
  const inside = Object.entries(properties).flatMap(([name, inner]) => placesOfIds(inner, [...at, name]));
  const further = [items, ...anyOf].filter((part) => part !== undefined).flatMap((part) => placesOfIds(part, at));
  return [...own.map((name) => [...at, name].join('.')), ...inside, ...further];
}

function placeOf(shape: Record<string, unknown>): string {
  const [name, value] = Object.entries(shape)[0]!;
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? `${name}.${Object.keys(value)[0]}`
    : name;
}

test('the cases include every place that takes an ID, at every depth', () => {
  const tested = new Set(cases.map(([name, , , shape]) => `${name} ${placeOf(shape)}`));
  const places = actions.flatMap((action) => placesOfIds(action.input).map((place) => `${action.name} ${place}`));
  const exempt = [...noRecords, ...inLists];
  const untested = places.filter((place) => !tested.has(place) && !exempt.some((name) => place.endsWith(name)));
  expect(places.length).toBeGreaterThan(100);
  expect(untested).toEqual([]);
});

test('a list shows no records of another workspace', async () => {
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
