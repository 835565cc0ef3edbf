import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchCampaign, messagesOf } from '../../../testing/campaign-setup.ts';
import { lintMail } from '../../../testing/mail-lint.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { readMail } from '../../../transport/received/read-mail.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255, 13, 10, 26]);

async function upload(fileName: string, content: Buffer, type = 'application/pdf') {
  const answer = await fetch(`${core.url}/api/public/v1/files?fileName=${encodeURIComponent(fileName)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${core.key}`, 'content-type': type },
    body: new Uint8Array(content),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes.
  const body = (await answer.json()) as any;
  return { status: answer.status, body };
}

async function added(fileName: string, content = pdf): Promise<string> {
  const { status, body } = await upload(fileName, content);
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body.data.id;
}

async function filesOf(messageId: string) {
  const { body } = await core.request('GET', `/sandbox/messages/${messageId}/raw`);
  const raw = Buffer.from(body);
  expect(lintMail(raw).filter((finding) => !finding.includes('no https'))).toEqual([]);
  return (await readMail(raw)).attachments.map(({ fileName, contentType, content }) => ({
    fileName,
    contentType,
    content: Buffer.from(content),
  }));
}

test('sends the files of a step with each message byte for byte, and stores each file once', async () => {
  const fileId = await added('Angebot für Ada – 2027.pdf');
  const again = await upload('Angebot für Ada – 2027.pdf', pdf);
  expect([again.status, again.body.data.id]).toEqual([200, fileId]);
  const text = Buffer.from('Agenda\n');
  const input = { fileName: 'agenda.txt', content: text.toString('base64') };
  const second = (await core.request('POST', '/files', { body: input })).body.data;
  expect(second).toMatchObject({ fileName: 'agenda.txt', contentType: 'text/plain', bytes: text.length });
  const steps = [
    { subject: 'Hello', body: 'Hello **{{ firstName }}**', bodyFormat: 'markdown', attachments: [fileId, second.id] },
  ];
  const { campaignId } = await launchCampaign(core, 2, { steps });
  const campaign = (await core.request('GET', `/campaigns/${campaignId}`)).body.data;
  expect(campaign.steps[0].attachments).toEqual([fileId, second.id]);
  await core.request('POST', '/sandbox/deliver', { body: {} });
  const sent = await messagesOf(core, campaignId, '&state=sent');
  expect(sent).toHaveLength(2);
  for (const { id } of sent) {
    expect(await filesOf(id)).toEqual([
      { fileName: 'Angebot für Ada – 2027.pdf', contentType: 'application/pdf', content: pdf },
      { fileName: 'agenda.txt', contentType: 'text/plain', content: text },
    ]);
  }
  const refused = await core.request('DELETE', `/files/${fileId}`);
  expect(refused.body.error).toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining('attached in 1 campaign and 0 unsent messages'),
  });
});

test('reply drafts and single messages can have files, which can be deleted once no longer attached', async () => {
  const fileId = await added('offer.pdf');
  const { campaignId, contactIds } = await launchCampaign(core, 1);
  await core.request('POST', '/sandbox/deliver', { body: {} });
  const [message] = await messagesOf(core, campaignId, '&state=sent');
  await core.request('POST', `/sandbox/messages/${message!.id}/reply`, { body: { text: 'How much is it?' } });
  const [reply] = (await core.request('GET', `/replies?campaignId=${campaignId}`)).body.data;
  const draft = { bodyText: 'See the offer.', attachments: [fileId] };
  const drafted = await core.request('POST', `/replies/${reply.id}/answer`, { body: draft });
  expect(drafted.body.data.attachments).toEqual([fileId]);
  const plan = await core.request('POST', `/replies/${reply.id}/answer/approve?dryRun=true`, { body: {} });
  expect(plan.body.data.preview.attachments).toEqual(['offer.pdf']);
  expect((await core.request('DELETE', `/files/${fileId}`)).status).toBe(409);
  await core.request('POST', `/replies/${reply.id}/answer/approve`, { body: {} });
  await core.request('POST', '/sandbox/deliver', { body: {} });
  expect(await filesOf(drafted.body.data.messageId)).toMatchObject([{ fileName: 'offer.pdf', content: pdf }]);

  const single = { contactId: contactIds[0], subject: 'Hi', bodyText: 'Hello', attachments: [fileId] };
  const { message: kept } = (await core.request('POST', '/messages/draft', { body: single })).body.data;
  expect(kept.attachments).toEqual([fileId]);
  expect((await core.request('DELETE', `/files/${fileId}`)).status).toBe(409);
  const changed = await core.request('PATCH', `/messages/${kept.id}`, { body: { attachments: [] } });
  expect(changed.body.data.attachments).toEqual([]);
  expect((await core.request('DELETE', `/files/${fileId}`)).status).toBe(200);
  expect((await core.request('GET', `/files/${fileId}`)).status).toBe(404);
});

test('copying a campaign skips a deleted file with a warning', async () => {
  const [goneId, keptId] = [
    await added('gone.pdf', Buffer.from('%PDF gone')),
    await added('kept.pdf', Buffer.from('%PDF')),
  ];
  const steps = [{ subject: 'Hello', body: 'Hello', attachments: [goneId, keptId] }];
  const { campaignId } = await launchCampaign(core, 1, { steps });
  await core.request('POST', `/campaigns/${campaignId}/cancel`, { body: {} });
  expect((await core.request('DELETE', `/files/${goneId}`)).status).toBe(200);
  const plan = await core.request('POST', `/campaigns/${campaignId}/duplicate?dryRun=true`, { body: {} });
  expect(plan.body.data.warnings).toEqual(['Deleted attachments are not copied: 1 file.']);
  const copy = await core.request('POST', `/campaigns/${campaignId}/duplicate`, { body: {} });
  expect(copy.body.data.steps[0].attachments).toEqual([keptId]);
});

test("rejects unsupported kinds, sizes, counts, and other workspaces' files, and lists what is allowed", async () => {
  const kind = await upload('run.exe', pdf);
  expect([kind.status, kind.body.error.field]).toEqual([422, 'fileName']);
  expect(kind.body.error.allowedValues).toContain('pdf');
  const large = await upload('large.pdf', Buffer.alloc(5 * 1024 * 1024 + 1));
  expect(large.body.error.message).toContain('at most 5 MB');
  expect((await upload('empty.pdf', Buffer.alloc(0))).body.error.message).toContain('empty');
  const broken = await core.request('POST', '/files', { body: { fileName: 'a.pdf', content: 'not base64!' } });
  expect(broken.body.error).toMatchObject({ field: 'content' });
  const five = Buffer.alloc(5 * 1024 * 1024, 1);
  const ids = [await added('a.pdf', five), await added('b.pdf', five), await added('c.pdf')];
  const steps = (attachments: string[]) => [{ subject: 'Hello', body: 'Hello', attachments }];
  const create = (attachments: string[], key?: string) =>
    core.request('POST', '/campaigns', { key, body: { name: 'Files', steps: steps(attachments) } });
  expect((await create(ids)).body.error.message).toContain('larger than 10 MB together');
  expect((await create(Array.from({ length: 6 }, () => ids[2]!))).status).toBe(422);
  expect((await create(['fil_01ARZ3NDEKTSV4RRFFQ69G5FAV'])).body.error.message).toContain('there is no file');
  const other = await core.addWorkspace();
  expect((await create([ids[2]!], other.key)).body.error.message).toContain('there is no file');
  expect((await core.request('GET', `/files/${ids[2]}`, { key: other.key })).status).toBe(404);
  const listed = (await core.request('GET', '/files', { key: other.key })).body.data;
  expect(listed).toEqual([]);
});
