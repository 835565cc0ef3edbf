import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSuppression } from '../../store/mail/suppression-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core?.stop());

const add = (body: Record<string, unknown>) => core.request('POST', '/suppressions', { body });
const check = async (value: string) => (await core.request('GET', `/suppressions/check?value=${value}`)).body.data;

describe('the suppression list', () => {
  it('covers an address, in any spelling', async () => {
    const { status, body } = await add({ value: 'Ada@One.example', note: 'asked by phone' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ kind: 'address', value: 'ada@one.example', reason: 'manual' });
    expect(await check('ADA@one.example')).toMatchObject({ isSuppressed: true, entry: { id: body.data.id } });
    expect(await check('bob@one.example')).toMatchObject({ isSuppressed: false, entry: null });
  });

  it('covers a domain and all below it, and not those that only end alike', async () => {
    await add({ value: 'two.example' });
    expect((await check('ada@two.example')).isSuppressed).toBe(true);
    expect((await check('ada@mail.two.example')).isSuppressed).toBe(true);
    expect((await check('ada@nottwo.example')).isSuppressed).toBe(false);
  });

  it('shows beforehand what it would do, and marks the contact', async () => {
    const contact = await core.request('POST', '/contacts', { body: { email: 'ada@three.example' } });
    const preview = await core.request('POST', '/suppressions?dryRun=true', { body: { value: 'ada@three.example' } });
    expect(preview.body.data.effects.map(({ type }: { type: string }) => type)).toEqual(['suppression', 'contact']);
    await add({ value: 'ada@three.example' });
    const { body } = await core.request('GET', `/contacts/${contact.body.data.id}`);
    expect(body.data).toMatchObject({ doNotContact: true, stage: 'do_not_contact' });
    const again = await add({ value: 'ada@three.example' });
    expect(again.status).toBe(200);
  });

  it('refuses what is neither an address nor a domain', async () => {
    for (const value of ['nonsense', 'a@b', '@', 'http://']) {
      expect((await add({ value })).body.error).toMatchObject({ code: 'validation_failed', field: 'value' });
    }
    expect((await add({ value: 'a@four.example', reason: 'erasure' })).status).toBe(422);
  });

  it('gives back manual entries only', async () => {
    const manual = await add({ value: 'ada@five.example' });
    const path = `/suppressions/${manual.body.data.id}`;
    expect((await core.request('DELETE', path)).status).toBe(200);
    expect((await core.request('DELETE', path)).status).toBe(404);
    expect((await check('ada@five.example')).isSuppressed).toBe(false);
    const asked = await add({ value: 'ada@six.example', reason: 'unsubscribe' });
    expect((await core.request('DELETE', `/suppressions/${asked.body.data.id}`)).status).toBe(451);
  });

  it('recognises an erased person without knowing the address', async () => {
    const entry = { kind: 'address', value: 'gone@seven.example', reason: 'erasure' } as const;
    await addSuppression(core.workspaceId, entry, core.config.secretKey, new Date());
    expect(await check('gone@seven.example')).toMatchObject({ isSuppressed: true, entry: { value: null } });
    const listed = await core.request('GET', '/suppressions?reason=erasure');
    expect(JSON.stringify(listed.body)).not.toContain('gone@');
  });

  it('belongs to one workspace', async () => {
    const other = await core.addWorkspace();
    const { body } = await core.request('GET', '/suppressions/check?value=ada@two.example', { key: other.key });
    expect(body.data.isSuppressed).toBe(false);
    expect((await core.request('GET', '/suppressions', { key: other.key })).body.data).toEqual([]);
  });
});
