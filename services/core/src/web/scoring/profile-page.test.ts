import { afterAll, beforeAll, expect, test } from 'vitest';
import { addContact } from '../../testing/campaign-setup.ts';
import { HtmlForm } from '../../testing/pages/html-form.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const criteria = [
  { field: 'title', operator: 'contains', value: ['operations', 'supply'], weight: 8 },
  { field: 'company.employeeCount', operator: 'between', value: [50, 500], weight: 3, required: true },
];

async function makeProfile(own: object[] = criteria) {
  const { workspaceId, key } = await core.addWorkspace();
  await core.request('POST', '/custom-fields', {
    key,
    body: { key: 'fleet', label: 'Fleet', type: 'number', recordTypes: ['company'] },
  });
  await addContact(core, { title: 'Head of Operations' }, key);
  const made = await core.request('POST', '/scoring/profiles', {
    key,
    body: { name: 'Leaders', kind: 'person', criteria: own },
  });
  const path = `/app/scoring/${made.body.data.id}`;
  const stored = async () =>
    (await core.request('GET', path.replace('/app/scoring', '/scoring/profiles'), { key })).body.data;
  return { browser: await signedIn(core, workspaceId), path, stored };
}

/** The fields of the form as the page shows them. */
const asShown = {
  field: ['title', 'company.employeeCount', ''],
  operator: ['contains', 'between', 'equals'],
  value: ['operations, supply', '50, 500', ''],
  weight: ['8', '3', '5'],
  effect: ['counts', 'required', 'counts'],
};

test('criteria are rows beside their distribution, and a row is added, changed, and removed', async () => {
  const { browser, path, stored } = await makeProfile();
  const { html } = await browser.get(path);
  for (const text of [
    'value="operations, supply"',
    'value="50, 500"',
    'Distribution',
    'Best matches',
    'company.customFields.fleet',
  ])
    expect(html, text).toContain(text);
  const added = {
    ...asShown,
    field: ['title', 'company.employeeCount', 'seniority'],
    operator: ['contains', 'between', 'in'],
  };
  await browser.submit(path, path, { ...added, value: ['operations', '10, 90', 'head, vp'], weight: ['9', '99', '5'] });
  expect((await stored()).criteria).toEqual([
    { field: 'title', operator: 'contains', value: 'operations', weight: 9 },
    { field: 'company.employeeCount', operator: 'between', value: [10, 90], weight: 20, required: true },
    { field: 'seniority', operator: 'in', value: ['head', 'vp'], weight: 5 },
  ]);
  await browser.submit(path, path, asShown);
  expect((await stored()).criteria).toEqual(criteria);
  await browser.submit(path, path, { ...asShown, remove: '0' });
  expect((await stored()).criteria).toMatchObject([{ field: 'company.employeeCount' }]);
});

test('values keep their types and their commas, also beside a changed row', async () => {
  const own = [
    { field: 'title', operator: 'in', value: ['VP, Sales', 'Head of "Growth"'], weight: 8 },
    { field: 'title', operator: 'contains', value: 'Sales, EMEA', weight: 1 },
    { field: 'company.foundedYear', operator: 'equals', value: 2020, weight: 3 },
    { field: 'company.location.city', operator: 'exists', value: false, weight: 2 },
  ];
  const { browser, path, stored } = await makeProfile(own);
  const form = new HtmlForm((await browser.get(path)).html, path);
  form.fill('weight', ['9', '1', '3', '2', '5']);
  await browser.post(path, form.body());
  expect((await stored()).criteria).toEqual([{ ...own[0], weight: 9 }, ...own.slice(1)]);
  form.fill('value', ['"VP, Sales", Head', 'Sales, EMEA', '2021', 'false', '']);
  await browser.post(path, form.body());
  expect((await stored()).criteria.map(({ value }: { value: unknown }) => value)).toEqual([
    ['VP, Sales', 'Head'],
    ['Sales', 'EMEA'],
    2021,
    false,
  ]);
});

test('a value that does not suit its operator keeps the rows and changes nothing', async () => {
  const { browser, path, stored } = await makeProfile();
  const { status, html } = await browser.submit(path, path, { ...asShown, value: ['operations', 'many', ''] });
  expect(status).toBe(422);
  expect(html).toContain('needs two numbers');
  expect(html).toContain('value="many"');
  expect((await stored()).criteria).toEqual(criteria);
  const stranger = await signedIn(core, (await core.addWorkspace()).workspaceId);
  expect((await stranger.get(path)).status).toBe(404);
});
