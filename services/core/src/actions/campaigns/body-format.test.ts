import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { lintMail } from '../../testing/mail-lint.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function rawOf(messageId: string): Promise<string> {
  return (await core.request('GET', `/sandbox/messages/${messageId}/raw`)).body;
}

test.each([
  ['markdown', 'Hello **{{ firstName }}**, [our page](https://acme.example/a)', '<strong>Person'],
  [
    'html',
    '<p>Hello <b>{{ firstName }}</b> <a href="https://acme.example/a">our page</a></p><script>x()</script>',
    '<b>Person',
  ],
])(
  'previews and sends a step in %s as HTML with a text part, and checks it as text',
  async (bodyFormat, body, bold) => {
    const steps = [{ subject: 'Hello', body, bodyFormat }];
    const { campaignId } = await launchCampaign(core, 1, { steps });
    const preview = (await core.request('GET', `/campaigns/${campaignId}/preview`)).body.data.contacts[0].messages[0];
    expect(preview.bodyText).toMatch(/^Hello Person\d+,? our page <https:\/\/acme\.example\/a>\n/);
    expect(preview.bodyText).toContain('Analytical Engines');
    expect(preview.bodyHtml).toContain(bold);
    expect(preview.bodyHtml).toContain('Analytical Engines');
    expect(preview.bodyHtml).not.toContain('script');
    expect(preview.problems).toEqual([]);
    await core.request('POST', '/sandbox/deliver', { body: {} });
    const [message] = await messagesOf(core, campaignId, '&state=sent');
    expect(message).toMatchObject({ bodyFormat, bodyHtml: expect.stringContaining(bold) });
    const raw = await rawOf(message!.id);
    expect(raw).toMatch(/Content-Type: multipart\/alternative/);
    expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/html'));
    expect(lintMail(Buffer.from(raw)).filter((finding) => !finding.includes('no https'))).toEqual([]);
  },
);

test('shows and sends a Markdown reply draft with both parts, and quotes in both', async () => {
  const { campaignId } = await launchCampaign(core, 1);
  await core.request('POST', '/sandbox/deliver', { body: {} });
  const [message] = await messagesOf(core, campaignId, '&state=sent');
  await core.request('POST', `/sandbox/messages/${message!.id}/reply`, { body: { text: 'How much is it?' } });
  const [reply] = (await core.request('GET', `/replies?campaignId=${campaignId}`)).body.data;
  const draft = { bodyText: 'It is **free**.', bodyFormat: 'markdown' };
  const drafted = await core.request('POST', `/replies/${reply.id}/answer`, { body: draft });
  expect(drafted.body.data).toMatchObject(draft);
  const plan = await core.request('POST', `/replies/${reply.id}/answer/approve?dryRun=true`, { body: {} });
  expect(plan.body.data.preview.bodyText).toMatch(/^It is free\.[\s\S]*> How much is it\?/);
  expect(plan.body.data.preview.bodyHtml).toMatch(/<strong>free<\/strong>[\s\S]*<blockquote>[\s\S]*How much is it\?/);
  await core.request('POST', `/replies/${reply.id}/answer/approve`, { body: {} });
  await core.request('POST', '/sandbox/deliver', { body: {} });
  const raw = await rawOf(drafted.body.data.messageId);
  expect(raw).toContain('multipart/alternative');
  expect(raw).toContain('<strong>free</strong>');
});

test('keeps a draft as HTML after it is changed to HTML, and treats empty HTML as no text', async () => {
  const { contactIds } = await launchCampaign(core, 1);
  const body = { contactId: contactIds[0], subject: 'Hi', bodyText: 'Hello {{ firstName }}' };
  const { message } = (await core.request('POST', '/messages/draft', { body })).body.data;
  expect(message).toMatchObject({ bodyFormat: 'text', bodyHtml: null });
  const change = { bodyText: '<p>Hello</p>', bodyFormat: 'html' };
  const changed = await core.request('PATCH', `/messages/${message.id}`, { body: change });
  expect(changed.body.data).toMatchObject({ bodyFormat: 'html', bodyHtml: '<p>Hello</p>' });
  await core.request('PATCH', `/messages/${message.id}`, { body: { bodyText: '<script>x</script>' } });
  const refused = await core.request('POST', `/messages/${message.id}/approve`, { body: {} });
  expect(refused.body.error.message).toContain('The body is empty.');
});

test('a task has no format', async () => {
  const steps = [{ kind: 'task', subject: 'Call', body: 'x', bodyFormat: 'html' }];
  const { body } = await core.request('POST', '/campaigns', { body: { name: 'A', steps } });
  expect(body.error).toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('steps.0.bodyFormat'),
  });
});
