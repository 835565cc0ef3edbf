import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../errors/errors.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const path = '/app/mailboxes/deliverability';
const smtp = { host: '127.0.0.1', port: 25, security: 'none' };

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
  const records: Record<string, string[]> = {
    'analytical.example': ['v=spf1 include:_spf.example -all'],
    '_dmarc.analytical.example': ['v=DMARC1; p=reject'],
  };
  core.deps.ports.mail = {
    ...core.deps.ports.mail,
    lookUpMx: async () => [{ exchange: 'mx.analytical.example', priority: 10 }],
    async lookUpTxt(name) {
      if (name.endsWith('silent.example')) throw new AppError('provider_failed', 'The name servers do not answer.');
      return records[name] ?? [];
    },
  };
});
afterAll(() => core.stop());

test('each domain is listed once, and its records are judged on a page of their own', async () => {
  const { workspaceId, key } = await core.addWorkspace();
  const browser = await signedIn(core, workspaceId);
  expect((await browser.get(path)).html).toContain('No real mailbox yet');
  for (const address of ['ada@analytical.example', 'bea@analytical.example', 'cleo@silent.example'])
    await core.request('POST', '/mailboxes', { key, body: { address, smtp } });
  const { html } = await browser.get(path);
  const [first, second] = [...html.matchAll(/hx-get="([^"]+\/mbx_\w+)"/g)].map(([, href]) => href!);
  expect(html).toContain('2 mailboxes');
  expect(html.match(/hx-get="[^"]+\/mbx_/g)).toHaveLength(2);
  const checks = (await browser.get(first!)).html;
  for (const text of ['SPF', 'Pass', 'DKIM', 'Missing', 'DMARC']) expect(checks, text).toContain(text);
  expect((await browser.get(second!)).html).toContain('The name servers do not answer.');
  const stranger = await signedIn(core, (await core.addWorkspace()).workspaceId);
  expect((await stranger.get(first!)).html).not.toContain('analytical.example');
});
