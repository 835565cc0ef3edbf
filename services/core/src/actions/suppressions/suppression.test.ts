import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSuppression } from '../../store/suppressions/suppression-store.ts';
import { addContact, launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core?.stop());

function add(body: Record<string, unknown>) {
  return core.request('POST', '/suppressions', { body });
}
async function check(value: string) {
  return (await core.request('GET', `/suppressions/check?value=${value}`)).body.data;
}

describe('the suppression list', () => {
  test('covers an address in any spelling', async () => {
    const { status, body } = await add({ value: 'Ada@One.example', note: 'asked by phone' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ kind: 'address', value: 'ada@one.example', reason: 'manual' });
    expect(await check('ADA@one.example')).toMatchObject({ isSuppressed: true, entry: { id: body.data.id } });
    expect(await check('bob@one.example')).toMatchObject({ isSuppressed: false, entry: null });
  });

  test('covers a domain and its subdomains, but no other domains with the same ending', async () => {
    await add({ value: 'two.example' });
    expect((await check('ada@two.example')).isSuppressed).toBe(true);
    expect((await check('ada@mail.two.example')).isSuppressed).toBe(true);
    expect((await check('ada@nottwo.example')).isSuppressed).toBe(false);
  });

  test('shows its effects in advance and marks the contact', async () => {
    const contact = await core.request('POST', '/contacts', { body: { email: 'ada@three.example' } });
    const preview = await core.request('POST', '/suppressions?dryRun=true', { body: { value: 'ada@three.example' } });
    expect(preview.body.data.effects.map(({ type }: { type: string }) => type)).toEqual(['suppression', 'contact']);
    await add({ value: 'ada@three.example' });
    const { body } = await core.request('GET', `/contacts/${contact.body.data.id}`);
    expect(body.data).toMatchObject({ doNotContact: true, stage: 'do_not_contact' });
    const again = await add({ value: 'ada@three.example' });
    expect(again.status).toBe(200);
  });

  test('immediately changes stored records of a domain, as the dry run showed', async () => {
    const { campaignId, contactIds } = await launchCampaign(core, 2);
    const { body: one } = await core.request('GET', `/contacts/${contactIds[0]}`);
    const domain = one.data.email.split('@')[1];
    const preview = await core.request('POST', '/suppressions?dryRun=true', { body: { value: domain } });
    const types = preview.body.data.effects.map(({ op, type }: { op: string; type: string }) => `${op} ${type}`);
    expect(new Set(types)).toEqual(
      new Set(['create suppression', 'update contact', 'stop enrollment', 'cancel message']),
    );
    await add({ value: domain });
    const { body: contact } = await core.request('GET', `/contacts/${contactIds[0]}`);
    expect(contact.data).toMatchObject({ doNotContact: true, stage: 'do_not_contact' });
    const { body: enrollments } = await core.request('GET', `/enrollments?campaignId=${campaignId}`);
    expect(enrollments.data.map(({ state }: { state: string }) => state)).toContain('unsubscribed');
    const messages: { to: string; state: string }[] = await messagesOf(core, campaignId);
    const states = messages.filter(({ to }) => to === one.data.email).map(({ state }) => state);
    expect(states).toEqual(['cancelled']);
  });

  test('rejects values that are neither an address nor a domain', async () => {
    for (const value of ['nonsense', 'a@b', '@', 'http://']) {
      expect((await add({ value })).body.error).toMatchObject({ code: 'validation_failed', field: 'value' });
    }
    expect((await add({ value: 'a@four.example', reason: 'erasure' })).status).toBe(422);
  });

  test('allows removal of manual entries only', async () => {
    const manual = await add({ value: 'ada@five.example' });
    const path = `/suppressions/${manual.body.data.id}`;
    expect((await core.request('GET', path)).body.data).toEqual(manual.body.data);
    expect((await core.request('DELETE', path)).status).toBe(200);
    expect((await core.request('DELETE', path)).status).toBe(404);
    expect((await core.request('GET', path)).status).toBe(404);
    expect((await check('ada@five.example')).isSuppressed).toBe(false);
    const asked = await add({ value: 'ada@six.example', reason: 'unsubscribe' });
    expect((await core.request('DELETE', `/suppressions/${asked.body.data.id}`)).status).toBe(451);
  });

  test('recognizes an erased person without storing the address', async () => {
    const entry = { kind: 'address', value: 'gone@seven.example', reason: 'erasure' } as const;
    await addSuppression(core.workspaceId, entry, new Date());
    expect(await check('gone@seven.example')).toMatchObject({ isSuppressed: true, entry: { value: null } });
    const listed = await core.request('GET', '/suppressions?reason=erasure');
    expect(JSON.stringify(listed.body)).not.toContain('gone@');
  });

  test('is shown on the contact, with the reason', async () => {
    const contactId = await addContact(core, { email: 'eve@eight.example' });
    const shown = async () => (await core.request('GET', `/contacts/${contactId}`)).body.data;
    expect((await shown()).suppression).toBeNull();
    await add({ value: 'eight.example', note: 'a partner' });
    expect(await shown()).toMatchObject({
      declaredBasis: 'legitimate_interest',
      suppression: { kind: 'domain', value: 'eight.example', reason: 'manual', note: 'a partner' },
    });
    const some = await core.request('GET', `/contacts/${contactId}?fields=email`);
    expect(some.body.data).toEqual({ id: contactId, email: 'eve@eight.example' });
  });

  test('applies to one workspace', async () => {
    const other = await core.addWorkspace();
    const { body } = await core.request('GET', '/suppressions/check?value=ada@two.example', { key: other.key });
    expect(body.data.isSuppressed).toBe(false);
    expect((await core.request('GET', '/suppressions', { key: other.key })).body.data).toEqual([]);
  });
});
