import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addCampaign,
  addContact,
  addContacts,
  alwaysOpen,
  asIfByPerson,
  messagesOf,
  setPostalAddress,
} from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const now = new Date('2030-01-07T10:00:00Z');
let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
  await setPostalAddress(core);
});
afterAll(() => core.stop());

const steps = [
  { subject: 'A question', body: 'Hello {{ firstName }}, this is the template.' },
  { waitDays: 3, body: 'Again {{ firstName }}.' },
];

async function send(method: string, path: string, body: object = {}) {
  const reply = await core.request(method, path, method === 'GET' ? {} : { body });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
}

async function draft(people: number) {
  const campaignId = await addCampaign(core, { steps, window: alwaysOpen });
  const contactIds = await addContacts(core, people);
  await send('POST', `/campaigns/${campaignId}/enrollments`, { contactIds });
  const { steps: stored } = await send('GET', `/campaigns/${campaignId}`);
  return { campaignId, contactIds, stepIds: stored.map(({ id }: { id: string }) => id) as string[] };
}

function write(campaignId: string, stepId: string | undefined, texts: object[]) {
  return core.request('PUT', `/campaigns/${campaignId}/steps/${stepId}/texts`, { body: { texts } });
}

test('sends the text written for each person, and the template to the others', async () => {
  const { campaignId, contactIds, stepIds } = await draft(3);
  const [ada, grace, alan] = contactIds;
  const { body } = await write(campaignId, stepIds[0], [
    { contactId: ada, subject: 'Looms', body: 'Only for you: <b>plain</b> & *simple*.' },
    { contactId: grace, body: 'Other words\nin two lines.' },
  ]);
  expect(body.data).toMatchObject({ writtenCount: 2, failedCount: 0, problems: [] });
  await write(campaignId, stepIds[1], [{ contactId: ada, body: 'A follow-up of its own.' }]);
  const preview = await send('GET', `/campaigns/${campaignId}/preview?contactIds=${ada}`);
  expect(JSON.stringify(preview)).toContain('Only for you');

  await send('POST', `/campaigns/${campaignId}/launch`);
  await asIfByPerson(core);
  await send('POST', '/sandbox/deliver');
  await send('POST', '/sandbox/clock', { advance: 'P4D' });
  await send('POST', '/sandbox/deliver');
  const sent: { contactId: string; stepIndex: number; subject: string; bodyText: string }[] = await messagesOf(
    core,
    campaignId,
    '&state=sent',
  );
  const textOf = (id: string | undefined, index: number) => {
    const message = sent.find(({ contactId, stepIndex }) => contactId === id && stepIndex === index);
    return [message?.subject, message?.bodyText];
  };
  expect(textOf(ada, 0)).toEqual(['Looms', 'Only for you: <b>plain</b> & *simple*.']);
  expect(textOf(grace, 0)).toEqual(['A question', 'Other words\nin two lines.']);
  expect(textOf(alan, 0)).toEqual(['A question', expect.stringContaining('this is the template.')]);
  expect(textOf(ada, 1)).toEqual(['Re: Looms', 'A follow-up of its own.']);
  expect(textOf(grace, 1)[1]).toContain('Again Person');
});

test('the approval of the launch covers exactly the written texts', async () => {
  const { campaignId, contactIds, stepIds } = await draft(3);
  const [ada, grace] = contactIds;
  await write(campaignId, stepIds[0], [
    { contactId: ada, subject: 'Looms', body: 'These words here.' },
    { contactId: grace, subject: 'Ships', body: 'Those words there.' },
  ]);
  const plan = await send('POST', `/campaigns/${campaignId}/launch?dryRun=true`);
  const groups: { steps: { isWrittenPerPerson: boolean; samples: { bodyText: string }[] }[] }[] = plan.manifest.groups;
  const personal = groups.flatMap((group) => group.steps).filter(({ isWrittenPerPerson }) => isWrittenPerPerson);
  expect(personal.flatMap(({ samples }) => samples).map(({ bodyText }) => bodyText.split('\n')[0])).toEqual([
    'These words here.',
    'Those words there.',
  ]);
  await send('POST', `/campaigns/${campaignId}/launch`);
  await asIfByPerson(core);
  await send('POST', `/campaigns/${campaignId}/pause`);
  await write(campaignId, stepIds[0], [{ contactId: grace, subject: 'Ships', body: 'Changed words.' }]);
  await send('POST', `/campaigns/${campaignId}/resume`);
  await send('POST', '/sandbox/deliver');
  const sent = await messagesOf(core, campaignId, '&state=sent');
  const texts = sent.map(({ bodyText }: { bodyText: string }) => bodyText);
  expect(texts).toContain('These words here.');
  expect(texts.join()).not.toContain('Those words there.');
});

test('rejects placeholders, unknown people, and claims without a source, and stores the rest', async () => {
  const { campaignId, contactIds, stepIds } = await draft(3);
  const [ada, grace, alan] = contactIds;
  const foreign = await addContact(core, {}, (await core.addWorkspace()).key);
  const { body } = await write(campaignId, stepIds[0], [
    { contactId: ada, body: 'Hello {{ firstName }}.' },
    { contactId: grace, body: 'Congratulations on raising $40 million from Accel last May.' },
    { contactId: foreign, body: 'Hello.' },
    { contactId: alan, body: 'Do you have ten minutes?' },
  ]);
  expect(body.data).toMatchObject({
    writtenCount: 1,
    failedCount: 3,
    problems: [
      { contactId: ada, reason: 'placeholder', message: expect.stringContaining('{{ firstName }}') },
      { contactId: grace, reason: 'unsupported_claims', message: expect.stringContaining('$40 million') },
      { reason: 'not_found' },
    ],
  });
  const again = await write(campaignId, stepIds[0], [{ contactId: alan, body: 'Do you have ten minutes?' }]);
  expect(again.body.data).toMatchObject({ writtenCount: 0, unchangedCount: 1 });
  const removed = await write(campaignId, stepIds[0], [{ contactId: alan, body: null }]);
  expect(removed.body.data).toMatchObject({ removedCount: 1 });
  const preview = await send('GET', `/campaigns/${campaignId}/preview?contactIds=${alan}`);
  expect(JSON.stringify(preview)).toContain('this is the template');
});

test('rejects two texts for one person, a task, a running campaign, and another workspace', async () => {
  const { campaignId, contactIds, stepIds } = await draft(1);
  const text = { contactId: contactIds[0], body: 'Hello.' };
  expect((await write(campaignId, stepIds[0], [text, text])).status).toBe(422);
  expect((await write(campaignId, 'stp_01ARZ3NDEKTSV4RRFFQ69G5FAV', [text])).status).toBe(404);
  const { key } = await core.addWorkspace();
  const path = `/campaigns/${campaignId}/steps/${stepIds[0]}/texts`;
  expect((await core.request('PUT', path, { key, body: { texts: [text] } })).status).toBe(404);
  await send('POST', `/campaigns/${campaignId}/launch`);
  expect((await write(campaignId, stepIds[0], [text])).body.error).toMatchObject({ code: 'invalid_state' });
  const tasks = await addCampaign(core, { steps: [{ kind: 'task', subject: 'Call', body: 'Call them.' }] });
  const [task] = (await send('GET', `/campaigns/${tasks}`)).steps;
  expect((await write(tasks, task.id, [text])).body.error.message).toContain('is a task');
});

test('a merge keeps the text of the kept contact, and moves one that it lacks', async () => {
  const { campaignId, contactIds, stepIds } = await draft(2);
  const [ada, double] = contactIds;
  await write(campaignId, stepIds[0], [
    { contactId: ada, body: 'For the kept one.' },
    { contactId: double, body: 'For the double.' },
  ]);
  await write(campaignId, stepIds[1], [{ contactId: double, body: 'Moved along.' }]);
  await send('POST', `/contacts/${ada}/merge`, { otherContactId: double });
  const preview = JSON.stringify(await send('GET', `/campaigns/${campaignId}/preview?contactIds=${ada}`));
  expect(preview).toContain('For the kept one.');
  expect(preview).toContain('Moved along.');
  const again = await write(campaignId, stepIds[1], [{ contactId: ada, body: 'Written again.' }]);
  expect(again.body.data.writtenCount).toBe(1);
  const after = JSON.stringify(await send('GET', `/campaigns/${campaignId}/preview?contactIds=${ada}`));
  expect(after).toContain('Written again.');
  expect(after).not.toContain('Moved along.');
});

test('keeps the texts when the steps are edited, and erases them with the person', async () => {
  const { campaignId, stepIds } = await draft(1);
  const contactId = await addContact(core);
  await write(campaignId, stepIds[0], [{ contactId, body: 'Only for you.' }]);
  await send('PATCH', `/campaigns/${campaignId}`, {
    steps: [{ id: stepIds[0], subject: 'Changed', body: 'Hello {{ firstName }}.' }],
  });
  const preview = await send('GET', `/campaigns/${campaignId}/preview?contactIds=${contactId}`);
  expect(JSON.stringify(preview)).toContain('Only for you.');
  const exported = await send('GET', `/contacts/${contactId}/data`);
  expect(exported.stepTexts).toMatchObject([{ body: 'Only for you.' }]);
  await send('POST', `/contacts/${contactId}/erase`);
  const { data } = (await write(campaignId, stepIds[0], [{ contactId, body: null }])).body;
  expect(data.unchangedCount).toBe(1);
});
