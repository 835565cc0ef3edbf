import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCampaign, dryThenReal, twoSteps } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

test('creates a draft with its steps and sends nothing', async () => {
  const body = { name: 'First', goal: 'Meet ten people', steps: twoSteps };
  const { plan, done } = await dryThenReal(core, 'POST', '/campaigns', body, '/campaigns');
  expect(plan.effects).toMatchObject([{ op: 'create', type: 'campaign', label: 'First' }]);
  expect(done.status).toBe(201);
  expect(done.body.data).toMatchObject({
    name: 'First',
    state: 'draft',
    allowedEmailStatuses: ['valid'],
    stopOnReply: true,
    steps: [
      { thread: 'new', waitDays: 0, subject: '{{ firstName }}, a question' },
      { thread: 'reply', waitDays: 3, subject: '' },
    ],
  });
  const { body: read } = await core.request('GET', `/campaigns/${done.body.data.id}`);
  expect(read.data).toMatchObject(done.body.data);
  const { body: messages } = await core.request('GET', '/messages');
  expect(messages.data).toEqual([]);
});

test.each([
  [{ steps: [{ subject: 'Hi', body: 'Hello {{ nickname }}' }] }, 'steps.0.body'],
  [{ steps: [{ subject: 'Hi {{ first_name }}', body: 'x' }] }, 'steps.0.subject'],
  [{ steps: [{ subject: 'Hi', body: 'Hello {{ firstName' }] }, 'steps.0.body'],
  [{ steps: [{ subject: 'Hi', body: '{% include "/etc/passwd" %}' }] }, 'steps.0.body'],
  [{ steps: [{ body: 'no subject' }] }, 'steps.0.subject'],
  [{ steps: [{ subject: 'Hi', body: 'x', thread: 'reply' }] }, 'steps.0.thread'],
  [{ steps: [{ subject: 'Hi', body: 'x', waitDays: 366, waitHours: 1 }] }, 'steps.0.waitDays'],
  [{ steps: [{ subject: 'Hi', body: 'x', variants: [{ body: '{{ foo }}' }] }] }, 'steps.0.variants.0.body'],
  [{ steps: [{ id: 'stp_01M7Y0F476A871RTS0A3FSG7BW', subject: 'Hi', body: 'x' }] }, 'steps.0.id'],
  [{ window: { days: ['mon'], from: '17:00', to: '09:00', timeZone: 'UTC' } }, 'window.to'],
  [{ window: { days: ['mon'], from: '09:00', to: '17:00', timeZone: 'Mars/Olympus' } }, 'window.timeZone'],
  [{ allowedEmailStatuses: ['invalid'] }, 'allowedEmailStatuses.0'],
  [{ mailboxIds: ['mbx_01M7Y0F476A871RTS0A3FSG7BW'] }, 'mailboxIds'],
  [{ startAt: '2030-01-02T00:00:00Z', endAt: '2030-01-01T00:00:00Z' }, 'endAt'],
  [{ dailyCap: 0 }, 'dailyCap'],
  [{ colour: 'red' }, 'colour'],
])('rejects %j and names the field', async (over, field) => {
  const reply = await core.request('POST', '/campaigns', { body: { name: 'Bad', ...over } });
  expect(reply.status).toBe(422);
  expect(reply.body.error).toMatchObject({ code: 'validation_failed', field });
});

test('lists the available placeholders if one is unknown', async () => {
  const steps = [{ subject: 'Hi', body: '{{ nickname }}' }];
  const { body } = await core.request('POST', '/campaigns', { body: { name: 'Bad', steps } });
  expect(body.error.allowedValues).toContain('firstName');
});

test('changes the given fields, keeps step IDs, and leaves the rest unchanged', async () => {
  const campaignId = await addCampaign(core);
  const { body: before } = await core.request('GET', `/campaigns/${campaignId}`);
  const change = {
    dailyCap: 20,
    steps: [{ subject: 'Other', body: 'Hi' }, ...twoSteps.slice(1), { waitHours: 30, body: 'Third' }],
  };
  const path = `/campaigns/${campaignId}`;
  const { plan, done } = await dryThenReal(core, 'PATCH', path, change, path);
  expect(plan.effects[0]).toMatchObject({ op: 'update', changes: { dailyCap: 20 } });
  const { data } = done.body;
  expect(data).toMatchObject({ name: 'Autumn', dailyCap: 20, version: before.data.version + 1 });
  expect(data.steps.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual(
    before.data.steps.map(({ id }: { id: string }) => id),
  );
  expect(data.steps[2]).toMatchObject({ waitDays: 1, waitHours: 6, subject: '' });
});

test('rejects a change based on an outdated version', async () => {
  const campaignId = await addCampaign(core);
  const reply = await core.request('PATCH', `/campaigns/${campaignId}`, {
    body: { name: 'New' },
    headers: { 'if-match': '"v7"' },
  });
  expect(reply.body.error.code).toBe('version_conflict');
});

test('lists campaigns by state and name, page by page', async () => {
  await addCampaign(core, { name: 'Listed' });
  const { body: named } = await core.request('GET', '/campaigns?name=Listed&state=draft');
  expect(named.data).toHaveLength(1);
  const { body: searched } = await core.request('GET', '/campaigns?q=LIST');
  expect(searched.data.map(({ name }: { name: string }) => name)).toContain('Listed');
  expect((await core.request('GET', '/campaigns?q=.*')).body.data).toEqual([]);
  const { body: first } = await core.request('GET', '/campaigns?limit=1&sort=name');
  const { body: second } = await core.request('GET', `/campaigns?limit=1&sort=name&cursor=${first.page.nextCursor}`);
  expect(second.data[0].id).not.toBe(first.data[0].id);
  const { body: none } = await core.request('GET', '/campaigns?state=running');
  expect(none.data).toEqual([]);
});

test('copies a campaign without its people, and deletes the draft', async () => {
  const campaignId = await addCampaign(core);
  const path = `/campaigns/${campaignId}`;
  const { done: copied } = await dryThenReal(core, 'POST', `/campaigns/${campaignId}/duplicate`, {}, '/campaigns');
  expect(copied.body.data).toMatchObject({ name: 'Autumn (copy)', state: 'draft' });
  expect(copied.body.data.steps[0].id).not.toBe((await core.request('GET', path)).body.data.steps[0].id);
  await dryThenReal(core, 'DELETE', `/campaigns/${campaignId}`, undefined, path);
  expect((await core.request('GET', path)).status).toBe(404);
});

test('hides campaigns of other workspaces', async () => {
  const campaignId = await addCampaign(core);
  const { key } = await core.addWorkspace();
  for (const path of ['', '/preview', '/report', '/sending-status']) {
    const reply = await core.request('GET', `/campaigns/${campaignId}${path}`, { key });
    expect(reply.status).toBe(404);
  }
  const change = await core.request('PATCH', `/campaigns/${campaignId}`, { key, body: { name: 'Mine' } });
  expect(change.status).toBe(404);
});

test('a preview shows a chosen text of one step, and names the texts that there are', async () => {
  const steps = [{ subject: 'A', body: 'First.', variants: [{ body: 'Second.' }] }, { body: 'Third.' }];
  const { data } = (await core.request('POST', '/campaigns', { body: { name: 'Two texts', steps } })).body;
  const contact = { email: 'pre@view.example', declaredBasis: 'consent' };
  const contactId = (await core.request('POST', '/contacts', { body: contact })).body.data.id;
  const path = `/campaigns/${data.id}/preview?contactIds=${contactId}`;
  const [{ id: stepId }] = data.steps;
  const shown = (await core.request('GET', `${path}&stepId=${stepId}&variant=B`)).body.data.contacts[0].messages;
  expect(shown).toMatchObject([{ stepId, variantId: 'B', bodyText: expect.stringContaining('Second.') }]);
  const unknown = await core.request('GET', `${path}&stepId=${stepId}&variant=C`);
  expect([unknown.status, unknown.body.error.allowedValues]).toEqual([422, ['A', 'B']]);
  expect((await core.request('GET', `${path}&variant=B`)).body.error.field).toBe('stepId');
  expect((await core.request('GET', `${path}&stepId=stp_01ARZ3NDEKTSV4RRFFQ69G5FAV`)).status).toBe(422);
});
