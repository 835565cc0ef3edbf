import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
beforeAll(async () => {
  core = await startTestCore();
  browser = await signedIn(core, core.workspaceId);
});
afterAll(() => core.stop());

async function make(path: string, body: object): Promise<string> {
  return (await core.request('POST', path, { body })).body.data.id;
}
async function read(path: string) {
  return (await core.request('GET', path)).body.data;
}

/** Fields of one part's form, as a browser without scripts sends them. */
function fieldsOf(html: string, part: string): Record<string, string> {
  const form = new RegExp(`<form class="stack" method="post" action="[^"]*/edit/${part}"[\\s\\S]*?</form>`).exec(
    html,
  )![0];
  const inputs = [...form.matchAll(/<input[^>]*? name="([^"]+)"[^>]*? value="([^"]*)"/g)];
  const texts = [...form.matchAll(/<textarea[^>]*? name="([^"]+)"[^>]*>\n?([^<]*)</g)];
  const chosen = [
    ...form.matchAll(/<select[^>]*? name="([^"]+)"[^>]*>(?:(?!<\/select>)[\s\S])*?value="([^"]*)" selected/g),
  ];
  const plain = (text: string) => text.replaceAll('&#34;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return Object.fromEntries([...inputs, ...texts, ...chosen].map(([, name = '', value = '']) => [name, plain(value)]));
}

test('edits a contact in place: changed fields are saved, and emptied ones are cleared', async () => {
  const facts = { firstName: 'Grace', lastName: 'Hopper', title: 'Admiral', phones: ['+12025550123'] };
  const id = await make('/contacts', { email: 'grace@edit.example', seniority: 'c_suite', ...facts });
  const { html } = await browser.get(`/app/contacts/${id}`);
  const fields = { ...fieldsOf(html, 'person'), title: 'Rear admiral', phones: '' };
  const saved = await browser.post(`/app/contacts/${id}/edit/person`, fields);
  expect([saved.status, saved.location]).toEqual([302, `/app/contacts/${id}`]);
  const after = await read(`/contacts/${id}`);
  expect(after).toMatchObject({ firstName: 'Grace', title: 'Rear admiral', seniority: 'c_suite' });
  expect(after.phones ?? []).toEqual([]);
  const { version } = after;
  const { html: again } = await browser.get(`/app/contacts/${id}`);
  await browser.post(`/app/contacts/${id}/edit/person`, fieldsOf(again, 'person'));
  expect((await read(`/contacts/${id}`)).version).toBe(version);
});

test('shows errors at their fields with the typed values, and never overwrites another person’s change', async () => {
  const id = await make('/contacts', { email: 'ada@edit.example', firstName: 'Ada' });
  const path = `/app/contacts/${id}`;
  const fields = fieldsOf((await browser.get(path)).html, 'person');
  const wrong = await browser.post(`${path}/edit/person`, { ...fields, email: 'no address', firstName: 'Adele' });
  expect(wrong.status).toBe(422);
  expect(wrong.html).toMatch(/<details class="edit" open>/);
  expect(wrong.html).toContain('value="Adele"');
  expect(wrong.html).toMatch(/id="f-email"[^>]*aria-invalid="true"/);
  await core.request('PATCH', `/contacts/${id}`, { body: { title: 'Countess' } });
  const late = await browser.post(`${path}/edit/person`, { ...fields, firstName: 'Adele' });
  expect(late.status).toBe(422);
  expect(late.html).toMatch(/role="alert">[^<]*meanwhile/);
  const saved = await browser.post(`${path}/edit/person`, fieldsOf(late.html, 'person'));
  expect(saved.status).toBe(302);
  expect(await read(`/contacts/${id}`)).toMatchObject({ firstName: 'Adele', title: 'Countess' });
});

test('edits a company the same way', async () => {
  const id = await make('/companies', { name: 'Compiler', domain: 'compiler.example', keywords: ['code'] });
  const path = `/app/companies/${id}`;
  const fields = fieldsOf((await browser.get(path)).html, 'about');
  await browser.post(`${path}/edit/about`, { ...fields, industry: 'Software', keywords: 'code\nlanguages' });
  const after = await read(`/companies/${id}`);
  expect(after).toMatchObject({ name: 'Compiler', industry: 'Software', keywords: ['code', 'languages'] });
  expect((await browser.post(`${path}/edit/nothing`, fields)).status).toBe(404);
});
