import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownerOf, type Principal } from '../../members/principal.ts';
import { testApiKey } from '../../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { callTool, confirmTool, prepareTool } from '../../testing/mcp-call.ts';

describe('the confirming tools', () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startTestGateway();
  });
  afterEach(() => gateway.stop());

  const call = (name: string, input: object) => callTool(gateway.mcpUrl, name, input);
  const prepare = (name: string, input: object) => prepareTool(gateway.mcpUrl, name, input);
  const planOf = (data: object, credits = 0) => ({
    status: 200,
    body: {
      ok: true,
      summary: 'Would do it.',
      data: { planDigest: 'digest-1', ...data },
      cost: { credits, balance: 9 },
    },
  });
  const textOf = ({ content }: { content: { text: string }[] }) => content[0]?.text ?? '';

  test('depend on the plan: recipients first, then credits, then destroyed data', async () => {
    const cases: [string, string, object, ReturnType<typeof planOf>, string][] = [
      ['create_contact', 'POST /contacts', { email: 'a@b.example' }, planOf({}), 'confirm_change'],
      ['create_contact', 'POST /contacts', { email: 'a@b.example' }, planOf({}, 2), 'confirm_spend'],
      ['create_contact', 'POST /contacts', { email: 'a@b.example' }, planOf({ recipients: 3 }, 2), 'confirm_send'],
      ['delete_contact', 'DELETE /contacts/con_1', { contactId: 'con_1' }, planOf({}), 'confirm_destroy'],
      ['launch_campaign', 'POST /campaigns/cmp_1/launch', { campaignId: 'cmp_1' }, planOf({}), 'confirm_send'],
      [
        'launch_campaign',
        'POST /campaigns/cmp_1/launch',
        { campaignId: 'cmp_1' },
        planOf({ recipients: 0 }),
        'confirm_change',
      ],
    ];
    for (const [name, route, input, plan, expected] of cases) {
      gateway.core.handlers.set(route, () => plan);
      expect((await prepare(name, input)).confirmWith).toBe(expected);
    }
  });

  test('reject another weight and another sentence, and do nothing', async () => {
    const prepared = await prepare('launch_campaign', { campaignId: 'cmp_1' });
    expect(prepared.confirmWith).toBe('confirm_send');
    const { confirmationId, what } = prepared;
    expect(textOf(await call('confirm_change', { confirmationId, what }))).toContain('confirmed with confirm_send');
    for (const wrong of ['', 'Would tag a contact.', `${what} And more.`])
      expect(textOf(await call('confirm_send', { confirmationId, what: wrong }))).toContain(
        '"what" is not the sentence',
      );
    expect(textOf(await call('confirm_send', { confirmationId }))).toContain('Missing argument "what"');
    expect(gateway.core.executed).toHaveLength(0);
    expect((await confirmTool(gateway.mcpUrl, prepared)).structuredContent).toMatchObject({ status: 'done' });
  });

  test('confirm several previews of one weight in one call, independently', async () => {
    const one = await prepare('create_contact', { email: 'a@b.example' });
    const other = await prepare('create_contact', { email: 'c@d.example' });
    const launch = await prepare('launch_campaign', { campaignId: 'cmp_1' });
    const also = [other, launch].map(({ confirmationId, what }) => ({ confirmationId, what }));
    const { confirmationId, what } = one;
    const answer = await call('confirm_spend', { confirmationId, what, also });
    expect(answer.structuredContent).toMatchObject({
      status: 'partly_done',
      summary: '2 of 3 done.',
      results: [
        { status: 'done' },
        { status: 'done' },
        { status: 'not_done', summary: expect.stringContaining('confirm_send') },
      ],
    });
    expect(gateway.core.executed.map(({ body }) => body.email)).toEqual(['a@b.example', 'c@d.example']);
  });

  test('keep at most 100 pending previews per principal', async () => {
    for (let index = 0; index < 100; index += 1) await prepare('create_contact', { email: `a${index}@b.example` });
    const refused = await call('create_contact', { email: 'last@b.example' });
    expect(textOf(refused)).toContain('at most 100');
    const { structuredContent } = await call('list_pending_actions', {});
    const { pending } = structuredContent as { pending: [{ confirmationId: string }] };
    const [{ confirmationId }] = pending;
    await call('cancel_action', { confirmationId });
    await prepare('create_contact', { email: 'last@b.example' });
  });

  test('keep at most 16 MB of pending input per principal', async () => {
    const personIds = Array.from({ length: 30_000 }, (_, index) => `prs_${index}`.padEnd(110, 'x'));
    for (let index = 0; index < 4; index += 1) await prepare('reveal_people', { personIds });
    expect(textOf(await call('reveal_people', { personIds }))).toContain('16 MB');
  });

  test('take over from a crashed gateway within 10 seconds, under the same key', async () => {
    const prepared = await prepare('create_contact', { email: 'a@b.example' });
    const owner = ownerOf({ id: principalId(), workspaceId: 'wsp_1', clientId: 'api_key' } as Principal);
    const claimed = await gateway.previews.claim(owner, prepared.confirmationId, 'a dead gateway', new Date(), 8_000);
    expect(claimed?.state).toBe('running');
    const waiting = confirmTool(gateway.mcpUrl, prepared);
    gateway.clock.offsetMs += 8_001;
    expect((await waiting).structuredContent).toMatchObject({ status: 'done' });
    expect(gateway.core.executed[0]?.headers['idempotency-key']).toBe(claimed?.idempotencyKey);
  });

  test('delete the input of finished previews', async () => {
    const done = await prepare('create_contact', { email: 'a@b.example' });
    await confirmTool(gateway.mcpUrl, done);
    const cancelled = await prepare('create_contact', { email: 'c@d.example' });
    await call('cancel_action', { confirmationId: cancelled.confirmationId });
    const owner = ownerOf({ id: principalId(), workspaceId: 'wsp_1', clientId: 'api_key' } as Principal);
    for (const { confirmationId } of [done, cancelled])
      expect((await gateway.previews.find(owner, confirmationId))?.input).toEqual({});
  });

  function principalId(): string {
    return hash('sha256', testApiKey);
  }
});
