import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok, testApiKey, testInternalSecret } from '../../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { callTool, rpc } from '../../testing/mcp-call.ts';
import { connect } from '../../testing/oauth-client.ts';

describe('immediate small changes', () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startTestGateway();
    planCosts(0);
  });
  afterEach(() => gateway.stop());

  function planCosts(credits: number) {
    gateway.core.handlers.set('POST /lists', (seen) => {
      if (seen.path.includes('dryRun'))
        return { status: 200, body: { ...gateway.core.plan(seen), cost: { credits, balance: 20 } } };
      gateway.core.executed.push(seen);
      return { status: 201, body: { ok: true, summary: 'Created the list.', data: { id: 'lst_1' } } };
    });
  }
  async function signIn(runsAtOnce: boolean) {
    const { tokens } = await connect(gateway, { runsAtOnce });
    return { authorization: `Bearer ${tokens.access_token}` };
  }
  const createList = (headers: Record<string, string>) =>
    callTool(gateway.mcpUrl, 'create_list', { name: 'Fintech' }, headers);

  test('are off until a person enables them', async () => {
    const { structuredContent } = await createList(await signIn(false));
    expect(structuredContent?.status).toBe('waiting_for_confirmation');
    expect(gateway.core.executed).toHaveLength(0);
  });

  test('are done in one call, with the planned result, and report how to undo them', async () => {
    const { structuredContent, content } = await createList(await signIn(true));
    expect(structuredContent).toMatchObject({ status: 'done', data: { id: 'lst_1' }, undo: 'delete_list removes it.' });
    expect(content[0]?.text).toContain('To undo: delete_list');
    expect(gateway.core.executed).toHaveLength(1);
    expect(gateway.core.executed[0]?.headers).toMatchObject({
      'plan-digest': 'digest-1',
      'idempotency-key': expect.any(String),
    });
  });

  test('leave a preview for actions that spend, send, need a member, or cannot be undone', async () => {
    const headers = await signIn(true);
    planCosts(1);
    expect((await createList(headers)).structuredContent).toMatchObject({ confirmWith: 'confirm_spend' });
    const deleted = await callTool(gateway.mcpUrl, 'delete_contact', { contactId: 'con_1' }, headers);
    expect(deleted.structuredContent?.status).toBe('waiting_for_confirmation');
    expect(gateway.core.executed).toHaveLength(0);
  });

  test('leave a preview if the plan is not small, although the action is', async () => {
    gateway.core.isSmall = false;
    expect((await createList(await signIn(true))).structuredContent?.status).toBe('waiting_for_confirmation');
    expect(gateway.core.executed).toHaveLength(0);
  });

  test('are marked as changes only in the tool list of such a connection', async () => {
    const hintOf = async (headers: Record<string, string>) => {
      const { body } = await rpc(`${gateway.mcpUrl}?toolsets=all`, 'tools/list', {}, headers);
      const tools = body.result.tools as { name: string; annotations: { readOnlyHint: boolean } }[];
      return ['create_list', 'prepare_action', 'create_contact'].map(
        (name) => tools.find((tool) => tool.name === name)?.annotations.readOnlyHint,
      );
    };
    expect(await hintOf(await signIn(true))).toEqual([false, false, true]);
    expect(await hintOf(await signIn(false))).toEqual([true, true, true]);
  });

  test('apply to an API key if a person has enabled them', async () => {
    const key = { authorization: `Bearer ${testApiKey}` };
    const me = { actor: {}, workspace: { id: 'wsp_1' }, scopes: gateway.core.scopes };
    gateway.core.handlers.set('GET /me', () => ok({ ...me, withoutPerson: { smallChangesAtOnce: true } }));
    const { structuredContent } = await createList(key);
    expect(structuredContent).toMatchObject({ status: 'done', undo: 'delete_list removes it.' });
  });

  test('are enabled in the application, where a person does it', async () => {
    const headers = await signIn(false);
    const internal = { authorization: `Bearer ${testInternalSecret}`, 'content-type': 'application/json' };
    const listed = await fetch(`${gateway.internalUrl}/internal/grants?userId=usr_1`, { headers: internal });
    const { grants } = (await listed.json()) as { grants: { id: string }[] };
    const answer = await fetch(`${gateway.internalUrl}/internal/grants/${grants[0]?.id}/limits?userId=usr_1`, {
      method: 'PUT',
      headers: internal,
      body: JSON.stringify({ credits: 10, recipients: 0, runsAtOnce: true }),
    });
    expect(answer.status).toBe(204);
    expect((await createList(headers)).structuredContent?.status).toBe('done');
  });

  test('pending previews are shown and can be declined in the application', async () => {
    const headers = await signIn(false);
    const prepared = await createList(headers);
    const confirmationId = prepared.structuredContent?.confirmationId;
    const internal = { authorization: `Bearer ${testInternalSecret}` };
    const previews = `${gateway.internalUrl}/internal/previews`;
    const seen = async (workspaceId: string) =>
      ((await (await fetch(`${previews}?workspaceId=${workspaceId}`, { headers: internal })).json()) as Listed)
        .previews;
    expect(await seen('wsp_1')).toMatchObject([
      { id: confirmationId, action: 'create_list', summary: expect.any(String), agentId: expect.any(String) },
    ]);
    expect(await seen('wsp_other')).toEqual([]);
    const refuse = (workspaceId: string) =>
      fetch(`${previews}/${confirmationId}?workspaceId=${workspaceId}`, { method: 'DELETE', headers: internal });
    expect((await refuse('wsp_other')).status).toBe(404);
    expect((await refuse('wsp_1')).status).toBe(204);
    expect(await seen('wsp_1')).toEqual([]);
    const what = String(prepared.structuredContent?.summary);
    const confirmed = await callTool(gateway.mcpUrl, 'confirm_change', { confirmationId, what }, headers);
    expect(confirmed.isError).toBe(true);
    expect(gateway.core.executed).toHaveLength(0);
  });
});

interface Listed {
  previews: object[];
}
