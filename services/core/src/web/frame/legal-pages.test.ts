import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLegalTexts } from '../../settings/legal-texts.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const folder = mkdtempSync(join(tmpdir(), 'outbound-legal-'));
const file = join(folder, 'privacy.md');
let core: TestCore;

beforeAll(async () => {
  writeFileSync(
    file,
    '# Our policy\n\nWe are **Acme**. See [our site](https://acme.example/privacy).\n\n## Storage\n\n- Names\n- <script>alert(1)</script>\n',
  );
  core = await startTestCore({ environment: { PRIVACY_FILE: file } });
});
afterAll(async () => {
  await core?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function page(path: string): Promise<string> {
  const answer = await fetch(core.url + path);
  expect(answer.status).toBe(200);
  return answer.text();
}

test("shows the operator's own text to everyone, as plain text", async () => {
  const html = await page('/app/privacy');
  expect(html).toContain('<p>We are Acme. See our site (https://acme.example/privacy).</p>');
  expect(html).toContain('<h2>Storage</h2>');
  expect(html).toContain('<li>Names</li>');
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('Our policy');
});

test('has a built-in text if the operator gives none, and both pages are linked from signing in', async () => {
  expect(await page('/app/terms')).toContain('without warranty');
  const signIn = await page('/app/sign-in');
  for (const path of ['/app/privacy', '/app/terms']) expect(signIn).toContain(`href="${path}"`);
});

test('a file that is missing stops the start and is named', () => {
  expect(() => readLegalTexts({ TERMS_FILE: join(folder, 'none.md') })).toThrow(
    /^TERMS_FILE: .*none\.md cannot be read/,
  );
});
