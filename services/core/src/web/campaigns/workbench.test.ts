import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember } from '../../store/members/membership-store.ts';
import { createUser } from '../../store/members/user-store.ts';
import type { Browser } from '../../testing/browser.ts';
import { browserOf, signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
beforeAll(async () => {
  core = await startTestCore();
  browser = await signedIn(core, core.workspaceId);
  await browser.get('/app');
});
afterAll(() => core.stop());

async function stored(id: string) {
  return (await core.request('GET', `/campaigns/${id}`)).body.data;
}

async function drafted(steps: object[] = [{ subject: 'Hello', body: 'First.' }]) {
  const { body } = await core.request('POST', '/campaigns', { body: { name: 'Autumn', steps } });
  const { id } = body.data;
  const path = `/app/campaigns/${id}`;
  const { html } = await browser.get(`${path}/sequence`);
  return { id, path, steps: body.data.steps, was: hiddenIn(html, 'was'), _csrf: hiddenIn(html, '_csrf') };
}

function hiddenIn(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
}

test('a new campaign opens as a draft without steps, and its first text becomes its first step', async () => {
  const list = await browser.get('/app/campaigns');
  const { location } = await browser.post('/app/campaigns', { _csrf: hiddenIn(list.html, '_csrf') });
  expect(location).toMatch(/^\/app\/campaigns\/cmp_\w+\/sequence\?named=1$/);
  const { html } = await browser.get(location!);
  expect(html).toContain('aria-label="Name of the campaign" autofocus');
  expect(html).toContain('Write the first message');
  const id = /cmp_\w+/.exec(location!)![0];
  const text = {
    _csrf: hiddenIn(html, '_csrf'),
    step: 'new-email',
    variant: 'A',
    was: '',
    subject: 'Hi',
    body: 'A\r\nB',
  };
  const saved = await browser.post(`/app/campaigns/${id}/text`, text);
  const campaign = await stored(id);
  expect(saved.location).toBe(`/app/campaigns/${id}/sequence?step=${campaign.steps[0].id}`);
  expect(campaign.steps).toMatchObject([{ subject: 'Hi', body: 'A\nB', thread: 'new', waitDays: 0 }]);
  const next = await browser.post(`/app/campaigns/${id}/text`, { ...text, subject: '' });
  expect(next.status).toBe(302);
  expect((await stored(id)).steps[1]).toMatchObject({ subject: '', thread: 'reply', waitDays: 3 });
});

test('a text without its subject or with an unknown variable is kept on the page, with the reason', async () => {
  const { id, path, steps, was, _csrf } = await drafted();
  const text = { _csrf, step: steps[0].id, variant: 'A', was };
  const empty = await browser.post(`${path}/text`, { ...text, subject: '', body: 'New.' });
  expect([empty.status, empty.html.includes('A step that starts a thread needs a subject.')]).toEqual([422, true]);
  expect(empty.html).toContain('New.</textarea>');
  const unknown = await browser.post(`${path}/text`, { ...text, subject: 'Hello', body: 'Hi {{ firstNam }}.' });
  expect([unknown.status, unknown.html.includes('Hi {{ firstNam }}.')]).toEqual([422, true]);
  expect((await stored(id)).steps[0].body).toBe('First.');
});

test('a text that someone else changed meanwhile is not overwritten; a repeated save changes nothing', async () => {
  const { id, path, steps, was, _csrf } = await drafted();
  const text = { _csrf, step: steps[0].id, variant: 'A', was, subject: 'Hello' };
  expect((await browser.post(`${path}/text`, { ...text, body: 'Mine.' })).status).toBe(302);
  const { version } = await stored(id);
  expect((await browser.post(`${path}/text`, { ...text, body: 'Mine.' })).status).toBe(302);
  expect((await stored(id)).version).toBe(version);
  const late = await browser.post(`${path}/text`, { ...text, body: 'Yours.' });
  expect(late.status).toBe(409);
  for (const part of ['Yours.</pre>', 'Mine.</pre>', 'This window', 'another window'])
    expect(late.html).toContain(part);
  // Nothing is typed or saved before a person has chosen.
  expect(late.html).not.toContain('<textarea');
  expect((await stored(id)).steps[0].body).toBe('Mine.');
});

test('a change by someone else to another part of the campaign does not get in the way', async () => {
  const { id, path, steps, was, _csrf } = await drafted();
  await core.request('PATCH', `/campaigns/${id}`, { body: { dailyCap: 9 } });
  const text = { _csrf, step: steps[0].id, variant: 'A', was, subject: 'Hello', body: 'Second.' };
  expect((await browser.post(`${path}/text`, text)).status).toBe(302);
  expect(await stored(id)).toMatchObject({ dailyCap: 9, steps: [{ body: 'Second.' }] });
});

test('variants are added, weighted, and deleted; the rest of the step stays', async () => {
  const { id, path, steps, _csrf } = await drafted([{ subject: 'Hello', body: 'A.', keepsWinner: true }]);
  const own = { _csrf, step: steps[0].id };
  await browser.post(`${path}/text`, { ...own, variant: 'B', was: '', subject: '', body: 'B.' });
  await browser.post(`${path}/step`, { ...own, variant: 'B', do: 'weights', 'weight-A': '3', 'weight-B': '1' });
  expect((await stored(id)).steps[0]).toMatchObject({
    weight: 3,
    keepsWinner: true,
    variants: [{ body: 'B.', weight: 1 }],
  });
  expect((await browser.get(`${path}/sequence`)).html).toMatch(/A <span class="num">75%/);
  await browser.post(`${path}/step`, { ...own, variant: 'A', do: 'delete_variant' });
  expect((await stored(id)).steps[0]).toMatchObject({ subject: 'Hello', body: 'B.', variants: [] });
});

test('a moved first message keeps the thread’s subject', async () => {
  const { id, path, steps, _csrf } = await drafted([
    { subject: 'Hello', body: 'A.' },
    { body: 'B.', waitDays: 3 },
  ]);
  await browser.post(`${path}/step`, { _csrf, step: steps[1].id, variant: 'A', do: 'move_up' });
  const moved = await stored(id);
  expect(moved.steps.map(({ body }: { body: string }) => body)).toEqual(['B.', 'A.']);
  expect(moved.steps[0]).toMatchObject({ thread: 'new', subject: 'Hello' });
});

test('adds the people of a list immediately, and reports the excluded ones with reasons', async () => {
  const { id, path, _csrf } = await drafted();
  const contactIds: string[] = [];
  for (const email of ['a0@a.example', 'a1@a.example']) {
    const body = { email, declaredBasis: 'consent', emailStatus: 'valid' };
    contactIds.push((await core.request('POST', '/contacts', { body })).body.data.id);
  }
  await core.request('POST', '/suppressions', { body: { value: 'a1@a.example' } });
  const list = (await core.request('POST', '/lists', { body: { name: 'Two', kind: 'static' } })).body.data.id;
  await core.request('POST', `/lists/${list}/members`, { body: { contactIds } });
  expect((await browser.get(`${path}/audience`)).html).toContain(`name="listId" value="${list}"`);
  await browser.post(`${path}/audience`, { _csrf, listId: list });
  const { html } = await browser.get(`${path}/audience`);
  expect(html).toContain('2 match. 1 person added. 1 excluded: 1 suppressed');
  expect((await core.request('GET', `/enrollments?campaignId=${id}`)).body.data).toHaveLength(1);
  const check = await browser.get(`${path}/launch-check`);
  expect(check.html).toContain('Every text works for 1 person');
});

test('the launch check counts the people without a value, and names the first', async () => {
  const { id, path } = await drafted([{ subject: 'Hello', body: 'Hi {{ firstName }}.' }]);
  const contactIds: string[] = [];
  for (const names of [{ firstName: 'Bo' }, {}, {}]) {
    const email = `p${contactIds.length}@b.example`;
    const body = { email, declaredBasis: 'consent', emailStatus: 'valid', ...names };
    contactIds.push((await core.request('POST', '/contacts', { body })).body.data.id);
  }
  await core.request('POST', `/campaigns/${id}/enrollments`, { body: { contactIds } });
  const { html } = await browser.get(`${path}/launch-check`);
  expect(html).toMatch(/2 people, first <bdi>p[12]@b.example/);
  expect(html).toContain('no value for first name.');
});

test('schedule and options are saved by name, and keep what a person typed if it is rejected', async () => {
  const { id, path } = await drafted();
  const form = await browser.get(`${path}/schedule`);
  const base = Object.fromEntries(['_csrf', '_was', '_version'].map((name) => [name, hiddenIn(form.html, name)]));
  const decoded = { ...base, sendsOnHolidays: 'false', _was: base._was!.replaceAll('&#34;', '"') };
  const bad = await browser.post(`${path}/schedule`, { ...decoded, dailyCap: '0' });
  expect([bad.status, bad.html.includes('value="0"')]).toEqual([422, true]);
  const given = { 'window.days': 'mon', 'window.from': '08:00', 'window.to': '12:00', 'window.timeZone': 'recipient' };
  expect((await browser.post(`${path}/schedule`, { ...decoded, ...given, dailyCap: '7' })).status).toBe(302);
  expect(await stored(id)).toMatchObject({
    dailyCap: 7,
    window: { days: ['mon'], from: '08:00', timeZone: 'recipient' },
  });
});

test('a running campaign shows its text without a way to change it', async () => {
  const { id, path, _csrf, steps } = await drafted();
  await core.request('PATCH', '/settings', { body: { postalAddress: '1 Main St' } });
  const body = { email: 'run@c.example', declaredBasis: 'consent', emailStatus: 'valid' };
  const contact = (await core.request('POST', '/contacts', { body })).body.data.id;
  await core.request('POST', `/campaigns/${id}/enrollments`, { body: { contactIds: [contact] } });
  const { planDigest } = (await core.request('POST', `/campaigns/${id}/launch?dryRun=true`, { body: {} })).body.data;
  await core.request('POST', `/campaigns/${id}/launch`, { body: {}, headers: { 'x-plan-digest': planDigest } });
  const { html } = await browser.get(`${path}/sequence`);
  expect(html).not.toContain('<textarea');
  const text = { _csrf, step: steps[0].id, variant: 'A', was: '', subject: 'Hello', body: 'Changed.' };
  expect((await browser.post(`${path}/text`, text)).status).toBe(422);
  expect((await stored(id)).steps[0].body).toBe('First.');
});

test('strangers find nothing, and viewers change nothing', async () => {
  const { path, steps, _csrf } = await drafted();
  const { workspaceId } = await core.addWorkspace();
  const stranger = await signedIn(core, workspaceId);
  for (const tab of ['sequence', 'audience', 'schedule', 'options']) {
    expect((await stranger.get(`${path}/${tab}`)).status, tab).toBe(404);
  }
  const now = core.deps.now();
  const user = await createUser({ email: 'viewer@example.org', name: 'Vera', passwordHash: 'none', now });
  await addMember(core.workspaceId, user.id, 'viewer', now);
  const viewer = await browserOf(core, core.workspaceId, user.id);
  const page = await viewer.get(`${path}/sequence`);
  const text = {
    _csrf: hiddenIn(page.html, '_csrf') || _csrf,
    step: steps[0].id,
    variant: 'A',
    subject: 'x',
    body: 'y',
  };
  expect((await viewer.post(`${path}/text`, text)).status).toBe(403);
  expect((await browser.post(`${path}/step`, { _csrf, step: steps[0].id, do: 'constructor' })).status).toBe(404);
});

test('a page that answers a form is not read again by live updates', async () => {
  const { path, steps, was, _csrf } = await drafted();
  expect((await browser.get(`${path}/sequence`)).html).toContain('data-live');
  const text = { _csrf, step: steps[0].id, variant: 'A', was, subject: '', body: 'New.' };
  const refused = await browser.post(`${path}/text`, text);
  expect([refused.status, refused.html.includes('data-live')]).toEqual([422, false]);
});

test('a task is edited like a text, and has no format', async () => {
  const { id, path, steps, _csrf } = await drafted([
    { subject: 'Hello', body: 'First.' },
    { kind: 'task', subject: 'Call', body: 'Ask.', waitDays: 1 },
  ]);
  expect((await browser.get(`${path}/sequence?step=${steps[1].id}`)).html).not.toContain('name="bodyFormat"');
  const text = { _csrf, step: steps[1].id, variant: 'A', was: '', subject: 'Call them', body: 'Ask again.' };
  expect((await browser.post(`${path}/text`, { ...text, bodyFormat: 'text' })).status).toBe(302);
  expect((await stored(id)).steps[1]).toMatchObject({ kind: 'task', subject: 'Call them', body: 'Ask again.' });
});

test('a duplicated follow-up stays in the thread', async () => {
  const { id, path, steps, _csrf } = await drafted([
    { subject: 'Hello', body: 'A.' },
    { body: 'B.', waitDays: 3 },
  ]);
  await browser.post(`${path}/step`, { _csrf, step: steps[1].id, do: 'duplicate' });
  const { steps: after } = await stored(id);
  expect(after.map(({ body, thread }: { body: string; thread: string }) => [body, thread])).toEqual([
    ['A.', 'new'],
    ['B.', 'reply'],
    ['B.', 'reply'],
  ]);
});

test('Undo of a moved step does not take back a text that was saved after it', async () => {
  const { id, path, steps, _csrf } = await drafted([
    { subject: 'Hello', body: 'A.' },
    { body: 'B.', waitDays: 3 },
  ]);
  await browser.post(`${path}/step`, { _csrf, step: steps[1].id, do: 'move_up' });
  const { html } = await browser.get(`${path}/sequence`);
  const token = hiddenIn(html, 'token');
  const text = { _csrf, step: steps[1].id, variant: 'A', was: '', subject: 'Hello', body: 'Written since.' };
  expect((await browser.post(`${path}/text`, text)).status).toBe(302);
  await browser.post('/app/undo', { _csrf, token, back: `${path}/sequence` });
  expect((await browser.get(`${path}/sequence`)).html).toContain('This cannot be undone any more');
  expect((await stored(id)).steps[0].body).toBe('Written since.');
});

test('the preview shows which claims about the person have a source', async () => {
  const { path } = await drafted([
    {
      subject: 'Hello',
      body: 'Hi {{ firstName }}, as Head of Fleet you plan tours. Congratulations on your new warehouse in Leipzig.',
    },
  ]);
  const person = { email: 'priya@northwind.example', firstName: 'Priya', title: 'Head of Fleet' };
  await core.request('POST', '/contacts', { body: person });
  const { html } = await browser.get(`${path}/sequence`);
  const checks = /aria-label="Checks of this message">(.*?)<\/ul>/s.exec(html)?.[1] ?? '';
  expect(checks).toMatch(/Head of Fleet.*?field title/s);
  expect(checks).toMatch(/warehouse in Leipzig.*?has no source for.*?Leipzig/s);
  expect(checks).toContain('/app/do/create_fact?subjectId=con_');
  // Claims without a source come first.
  expect(checks.indexOf('Leipzig')).toBeLessThan(checks.indexOf('field title'));
});

test('a text whose answer was lost is no text of someone else', async () => {
  const { id, path, steps, was, _csrf } = await drafted();
  const text = { _csrf, step: steps[0].id, variant: 'A', was, subject: 'Hello' };
  await browser.post(`${path}/text`, { ...text, body: 'First ' });
  // The page never saw the answer, so it still has the mark of the text before.
  expect((await browser.post(`${path}/text`, { ...text, body: 'First second.' })).status).toBe(409);
  const again = { ...text, body: 'First second.', tried: ['Hello\nFir', 'Hello\nFirst '] };
  expect((await browser.post(`${path}/text`, again)).status).toBe(302);
  expect((await stored(id)).steps[0].body).toBe('First second.');
});
