import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlForm, textOf } from '../../testing/pages/html-form.ts';
import { signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { runJobOnce } from '../../worker/jobs/job-runner.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function runJobs(): Promise<void> {
  while (await runJobOnce(core.deps));
}

test('the page of an import shows its failed rows with their cells, and corrects them in place', async () => {
  const { browser, key } = await signUpWithKey(core);
  const content =
    'Name,Work email\nAda <b>Lovelace</b>,ada(at)fix.example\nBo Ek,bo@fix.example\nEva Lind,eva(at)fix.example\n';
  const body = { content };
  const { data } = (await core.request('POST', '/contacts/import', { key, body })).body;
  await runJobs();
  const page = `/app/jobs/${data.id}`;
  const { html } = await browser.get(page);
  const section = html.slice(html.indexOf('<h2>Rows to correct'));
  for (const text of [
    '>Name</th>',
    '>Work email</th>',
    'Ada &lt;b&gt;Lovelace',
    'ada(at)fix.example',
    'eva(at)fix.example',
  ])
    expect(section).toContain(text);
  expect(section).not.toContain('bo@fix.example');
  expect(section).toMatch(
    /<select id="fix-column" name="rule.column"><option>Name<\/option><option>Work email<\/option>/,
  );

  const rule = {
    jobId: data.id,
    back: page,
    plan: 'yes',
    'rule.from': '(at)',
    'rule.to': '@',
    'rule.column': 'Work email',
  };
  const plan = await browser.get(`/app/do/fix_job_rows?${new URLSearchParams(rule)}`);
  expect(textOf(plan.html)).toContain('This will correct 2 of 2 failed rows');
  const form = new HtmlForm(plan.html, '/app/do/fix_job_rows');
  await browser.post(form.action, form.body());
  await runJobs();
  const found = (await core.request('GET', '/contacts?limit=10', { key })).body.data;
  expect(found.map(({ email }: { email: string }) => email).sort()).toEqual([
    'ada@fix.example',
    'bo@fix.example',
    'eva@fix.example',
  ]);
});
