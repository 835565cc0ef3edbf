import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectory } from '../../providers/prospects/directory/directory.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ environment: { ALLOW_RESERVED_RECIPIENTS: 'false' } });
});
afterAll(() => core.stop());

test('pages mark invented people and companies, and explain that real mailboxes never email them', async () => {
  const browser = await signedIn(core, core.workspaceId);
  const { id } = openDirectory().people.find(({ emailStatus }) => emailStatus === 'valid')!;
  const revealed = await core.request('POST', '/search/people/reveal', { body: { ids: [id] } });
  const { contact } = revealed.body.data.items[0];
  const records = [`/app/contacts/${contact.id}`, `/app/companies/${contact.companyId}`];
  for (const path of ['/app/contacts', '/app/companies', ...records])
    expect((await browser.get(path)).html, path).toContain('>Invented<');
  expect((await browser.get('/app/find?titles=CTO')).html).toContain('Sandbox data: people are invented');
  const { html: search } = await browser.get('/app/find?description=CTOs+at+Siemens');
  expect(search).toMatch(/No company named Siemens in your sources\.[\s\S]*People found/);
  expect((await browser.get(records[0]!)).html).toContain('Eligible to contact');

  const smtp = { host: '127.0.0.1', port: 1, security: 'none' };
  await core.request('POST', '/mailboxes', { body: { address: 'ada@analytical.com', smtp } });
  expect((await browser.get(records[0]!)).html).toContain('Real mailboxes never email it');
  expect((await browser.get('/app/find?titles=CTO')).html).toContain('No people match');
});
