import { afterAll, beforeAll, expect, test } from 'vitest';
import { addContact, launchCampaign } from '../../testing/campaign-setup.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

test('a contact’s page shows whether they are eligible, and if not, why and how to fix it', async () => {
  const { workspaceId, key } = await core.addWorkspace();
  const browser = await signedIn(core, workspaceId);
  const pageOfContact = async (contactId: string) => (await browser.get(`/app/contacts/${contactId}`)).html;
  const pageOf = async (over: Record<string, unknown>) => pageOfContact(await addContact(core, over, key));
  expect(await pageOf({})).toContain('Eligible to contact.');
  const unverified = await pageOf({ emailStatus: 'unverified' });
  expect(unverified).toContain('not known to be valid');
  expect(unverified).toContain('/app/do/verify_email?contactId=con_');
  expect(await pageOf({ declaredBasis: undefined })).toContain('No legal basis is declared');
  const refuser = await addContact(core, {}, key);
  await core.request('PATCH', `/contacts/${refuser}`, { body: { doNotContact: true }, key });
  expect(await pageOfContact(refuser)).toContain('marked as do not contact');
});

test('a contact who is in a campaign is shown with it', async () => {
  const { contactIds, campaignId } = await launchCampaign(core, 1);
  const browser = await signedIn(core, core.workspaceId);
  const { name } = (await core.request('GET', `/campaigns/${campaignId}`)).body.data;
  const { html } = await browser.get(`/app/contacts/${contactIds[0]}`);
  expect(html).toContain(`Already active in “${name}”.`);
  expect(html).toMatch(/href="\/app\/enrollments\/enr_\w+">See enrollment/);
});
