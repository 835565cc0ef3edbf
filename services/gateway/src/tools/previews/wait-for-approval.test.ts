import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok } from '../../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { callTool, confirmTool, type Prepared, prepareTool } from '../../testing/mcp-call.ts';
import { connect } from '../../testing/oauth-client.ts';

const dayMs = 24 * 60 * 60_000;
const route = 'POST /campaigns/cmp_1/launch';

describe('actions that need a member’s approval', () => {
  let gateway: TestGateway;
  let approval: Record<string, string>;
  beforeEach(async () => {
    gateway = await startTestGateway();
    const expiresAt = new Date(Date.now() + 3 * dayMs).toISOString();
    const reason = 'It writes to 9 people.';
    approval = { id: 'apr_1', url: 'http://app.example/app/approvals/apr_1', state: 'pending', reason, expiresAt };
  });
  afterEach(() => gateway.stop());

  const textOf = ({ content }: { content: { text: string }[] }) => content[0]?.text ?? '';
  function answerWith(reply: { status: number; body: object }) {
    gateway.core.handlers.set(route, ({ path }) =>
      path.includes('dryRun')
        ? {
            status: 200,
            body: {
              ok: true,
              summary: 'Would launch Autumn to 9 contacts.',
              data: {
                planDigest: 'digest-1',
                recipients: 9,
                approval: { isRequired: true, reason: 'It writes to 9 people.' },
              },
            },
          }
        : reply,
    );
  }
  const waiting = () => answerWith({ status: 202, body: ok({ approval }).body as object });
  const prepare = () => prepareTool(gateway.mcpUrl, 'launch_campaign', { campaignId: 'cmp_1' });
  const getAction = ({ confirmationId }: Prepared) => callTool(gateway.mcpUrl, 'get_action', { confirmationId });

  test('announce it in the preview and return the link; asking again changes nothing', async () => {
    waiting();
    const prepared = await prepare();
    expect(prepared).toMatchObject({ confirmWith: 'confirm_send', needsApproval: 'It writes to 9 people.' });
    expect(prepared).toMatchObject({ status: 'waiting_for_approval', approvalUrl: approval.url });
    expect(gateway.core.seen.at(-1)?.headers.approval).toBe('required');
    const answer = await confirmTool(gateway.mcpUrl, prepared);
    expect(answer.structuredContent).toMatchObject({ status: 'waiting_for_approval', approvalUrl: approval.url });
    expect(answer.isError).toBeUndefined();
    expect((await getAction(prepared)).structuredContent).toMatchObject({ status: 'waiting_for_approval' });
    const { structuredContent } = await callTool(gateway.mcpUrl, 'list_pending_actions', {});
    expect(structuredContent?.pending).toMatchObject([{ waitsForApprovalAt: approval.url }]);
    const keys = gateway.core.seen.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
    expect(new Set(keys).size).toBe(1);
  });

  test('are found by get_action days later, after the approval', async () => {
    waiting();
    const prepared = await prepare();
    await confirmTool(gateway.mcpUrl, prepared);
    gateway.clock.offsetMs += 2 * dayMs;
    answerWith({ status: 200, body: ok({ id: 'cmp_1', state: 'running' }).body as object });
    expect((await getAction(prepared)).structuredContent).toMatchObject({ status: 'done', data: { state: 'running' } });
    expect((await getAction(prepared)).structuredContent).toMatchObject({ status: 'done', replayed: true });
  });

  test('end when the approval is declined or expires', async () => {
    for (const [status, code, message] of [
      [403, 'approval_declined', 'A person declined this.'],
      [410, 'approval_expired', 'Nobody approved this in time.'],
    ] as const) {
      waiting();
      const prepared = await prepare();
      await confirmTool(gateway.mcpUrl, prepared);
      answerWith({ status, body: { ok: false, error: { code, message } } });
      expect(textOf(await getAction(prepared))).toContain(message);
      waiting();
      expect(textOf(await getAction(prepared))).toContain(message);
    }
  });

  test('follow the limits from the consent page, which are sent to the core in a signed token', async () => {
    const { tokens } = await connect(gateway, { creditsPerDay: '40', recipientsPerDay: '12' });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    await callTool(gateway.mcpUrl, 'get_contact', { contactId: 'con_1' }, headers);
    const token = String(gateway.core.seen.at(-1)?.headers.authorization).split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(token, 'base64url').toString())).toMatchObject({
      credits_per_day: 40,
      recipients_per_day: 12,
      grant_id: expect.any(String),
    });
  });
});
