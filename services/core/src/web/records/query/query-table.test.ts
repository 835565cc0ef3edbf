import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../testing/browser.ts';
import { signedIn } from '../../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { chipOf } from './conditions.ts';

let core: TestCore;
let browser: Browser;
let listId: string;

beforeAll(async () => {
  core = await startTestCore();
  browser = await signedIn(core, core.workspaceId);
  await browser.get('/app');
  const people = [
    { email: 'ada@a.example', firstName: 'Ada', title: 'VP Operations', location: { country: 'DE' } },
    { email: 'bo@b.example', firstName: 'Bo', title: 'Dispatcher', location: { country: 'FR' } },
    { email: 'cy@c.example', firstName: 'Cy', title: 'VP Sales', location: { country: 'DE' } },
  ];
  const ids: string[] = [];
  for (const body of people) {
    const added = await core.request('POST', '/contacts', { body: { declaredBasis: 'consent', ...body } });
    ids.push(added.body.data.id);
  }
  listId = (await core.request('POST', '/lists', { body: { name: 'Carriers', kind: 'static' } })).body.data.id;
  await core.request('POST', `/lists/${listId}/members`, { body: { contactIds: ids.slice(0, 1) } });
});
afterAll(() => core.stop());

const titles = { field: 'title', op: 'starts', value: 'VP' };

function hrefWith(where: object, more: Record<string, string> = {}): string {
  return `/app/contacts?${new URLSearchParams({ where: JSON.stringify(where), ...more })}`;
}
function namesIn(html: string): string[] {
  return [...html.matchAll(/<bdi>(Ada|Bo|Cy)<\/bdi>/g)].map(([, name]) => name!);
}
function locationOf(location: string | null) {
  return JSON.parse(new URLSearchParams(location!.split('?')[1]).get('where')!);
}

test('a condition is chosen by field, operator, and value, and shown as a chip', async () => {
  const menu = (await browser.get('/app/contacts')).html;
  for (const text of ['value="title">Title', 'value="company.name">Company name', 'value="lists">Lists']) {
    expect(menu).toContain(text);
  }
  for (const name of ['company.id', 'duplicateOfId', 'score.profileVersion'])
    expect(menu).not.toContain(`name="add" value="${name}"`);
  const builder = (await browser.get('/app/contacts?add=title')).html;
  expect(builder).toContain('aria-label="Filter by Title"');
  const { location } = await browser.get('/app/contacts?field=title&at=0&op=starts&value=VP');
  expect(locationOf(location)).toEqual(titles);
  const { html } = await browser.get(location!);
  expect(namesIn(html)).toEqual(['Cy', 'Ada']);
  expect(html).toContain('1–2 of 2');
  expect(html).toMatch(/<span>Title<\/span><span class="op">starts with<\/span><b><bdi>VP/);
});

test('conditions are joined, changed in place, and removed one by one', async () => {
  const two = await browser.get(`${hrefWith(titles)}&field=location.country&at=1&op=eq&value=DE`);
  const country = { field: 'location.country', op: 'eq', value: 'DE' };
  expect(locationOf(two.location)).toEqual({ and: [titles, country] });
  const edit = (await browser.get(`${two.location}&edit=0`)).html;
  expect(edit).toMatch(/name="value" maxlength="200" value="VP"/);
  const changed = await browser.get(`${two.location}&field=title&at=0&op=contains&value=Sales`);
  expect(locationOf(changed.location)).toEqual({ and: [{ field: 'title', op: 'contains', value: 'Sales' }, country] });
  const { html } = await browser.get(changed.location!);
  expect(namesIn(html)).toEqual(['Cy']);
  const removal = /href="([^"]+)" aria-label="Remove filter Title"/.exec(html)![1]!.replaceAll('&amp;', '&');
  expect(locationOf(removal)).toEqual(country);
});

test('lists, stages, and times are chosen by name; any column orders the rows', async () => {
  const builder = (await browser.get('/app/contacts?add=lists')).html;
  expect(builder).toContain('Carriers');
  const { location } = await browser.get(`/app/contacts?field=lists&op=in&value=${listId}`);
  const byList = (await browser.get(location!)).html;
  expect(namesIn(byList)).toEqual(['Ada']);
  expect(byList).toContain('<b><bdi>Carriers');
  const stage = (await browser.get('/app/contacts?add=stage')).html;
  expect(stage).toContain('Customer');
  const within = await browser.get('/app/contacts?field=createdAt&op=not_within&count=2&unit=w');
  expect(locationOf(within.location)).toEqual({ not: { field: 'createdAt', op: 'within', value: '2w' } });
  expect(namesIn((await browser.get(within.location!)).html)).toEqual([]);
  const ordered = (await browser.get('/app/contacts?sort=title')).html;
  expect(namesIn(ordered)).toEqual(['Bo', 'Ada', 'Cy']);
  expect(ordered).toContain('aria-sort="ascending"');
});

test('a view keeps the filter, order, and columns, shows when it was changed, and is updated', async () => {
  const table = await browser.get(hrefWith(titles, { sort: 'title' }));
  const _csrf = /name="_csrf" value="([^"]+)"/.exec(table.html)![1]!;
  const fields = { _csrf, page: '/app/contacts', where: JSON.stringify(titles), sort: 'title', columns: 'fullName' };
  const { location } = await browser.post('/app/views', { ...fields, name: 'VPs', isShared: 'true' });
  const shown = (await browser.get(location!)).html;
  expect(shown).toContain('View saved.');
  expect(shown).toMatch(/aria-current="page"><bdi>VPs<\/bdi><\/a>/);
  const viewId = new URLSearchParams(location!.split('?')[1]).get('view')!;
  const edited = (await browser.get(`${location}&columns=email`)).html;
  expect(edited).toContain('Edited');
  expect(edited).toContain('Update “VPs”');
  await browser.post('/app/views', { ...fields, viewId, sort: '-title' });
  const [view] = (await core.request('GET', '/views?kind=contacts')).body.data;
  expect(view).toMatchObject({ name: 'VPs', sort: '-title', where: titles, columns: ['fullName'] });
  // The tabs are counted later, and not for another workspace.
  const tabs = `/app/view-tabs?of=${encodeURIComponent('/app/contacts')}`;
  expect((await browser.get(tabs)).html).toMatch(/<bdi>VPs<\/bdi> <span class="num">2<\/span>/);
  expect((await browser.get('/app/view-tabs?of=/app/reports')).status).toBe(404);
  // The sidebar of every page opens it.
  const side = (await browser.get('/app/reports')).html;
  const [, href] =
    /<h2>Saved views<\/h2><a class="place" href="([^"]+)" title="VPs">.*<span class="count">2<\/span>/.exec(side)!;
  expect((await browser.get(href!.replaceAll('&amp;', '&'))).html).toMatch(
    /aria-current="page"><svg[^>]*><use[^>]*><\/svg><span class="word truncate"><bdi>VPs/,
  );
  const other = await signedIn(core, (await core.addWorkspace()).workspaceId);
  expect((await other.get('/app/reports')).html).not.toContain('Saved views</h2>');
});

test('everything that matches is changed by one operation, whose plan counts it', async () => {
  const { html } = await browser.get(`${hrefWith(titles)}&all=1`);
  const _csrf = /name="_csrf" value="([^"]*)"/.exec(html)![1]!;
  const all = { _csrf, page: '/app/contacts', all: '1', where: JSON.stringify(titles), action: 'change_contacts' };
  const { location } = await browser.post('/app/selected', all);
  const form = await browser.get(location!);
  expect(form.status).toBe(200);
  expect(form.html).toContain('All that match the filter');
});

test('an unreadable value, condition, or field is reported', async () => {
  const number = await browser.get('/app/contacts?field=score.value&op=gte&value=many');
  expect(number.html).toContain('“many” is not a number.');
  const broken = await browser.get('/app/contacts?where=%7Bbroken');
  expect([broken.status, broken.html.includes('The filter in this address cannot be read.')]).toEqual([422, true]);
  const unknown = await browser.get(hrefWith({ field: 'nose', op: 'eq', value: 1 }));
  expect([unknown.status, unknown.html.includes('Clear filters')]).toEqual([422, true]);
});

test('companies have the same table', async () => {
  const { location } = await browser.get('/app/companies?field=domain&op=contains&value=example');
  expect(locationOf(location)).toEqual({ field: 'domain', op: 'contains', value: 'example' });
  expect((await browser.get(location!)).status).toBe(200);
});

test('nested conditions are one chip in words', () => {
  const part = { or: [titles, { not: { field: 'lastRepliedAt', op: 'within', value: '30d' } }] };
  expect(chipOf(part, String)).toEqual({
    label: 'Any of',
    operator: '',
    value: 'Title starts with VP or Last replied not in the last 30 days',
  });
  expect(chipOf({ field: 'score.value', op: 'between', value: [50, 80] }, String)).toEqual({
    label: 'Score value',
    operator: 'is between',
    value: '50 and 80',
  });
});
