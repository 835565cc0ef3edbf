import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReadPage } from '../../../domain/prospects/facts-in-pages.ts';
import type { SiteReader } from '../../../providers/research/site-reader.ts';
import { insertFacts } from '../../../store/prospects/fact-store.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
let pages: Record<string, string>;
let reads: string[];

/** Site whose pages the test sets. */
const sites: SiteReader = {
  readSite: async (domain) => {
    reads.push(domain);
    return { pages: Object.entries(pages).map(toPage), requests: 1, problems: [] };
  },
  readPage: async (url) => {
    reads.push(url);
    const text = pages[url];
    const found = text === undefined ? [] : [toPage([url, text])];
    return { pages: found, requests: 1, problems: found.length > 0 ? [] : [`${url} answered 404.`] };
  },
};

function toPage([url, text]: [string, string]): ReadPage {
  return { url, title: 'Page', text, structured: [] };
}

beforeAll(async () => {
  core = await startTestCore({ ports: { sites } });
});
afterAll(() => core.stop());
beforeEach(() => {
  pages = {};
  reads = [];
});

let count = 0;
async function addCompany(): Promise<{ id: string; domain: string }> {
  count += 1;
  const domain = `c${count}.example`;
  const { body } = await core.request('POST', '/companies', { body: { name: `Company ${count}`, domain } });
  return { id: body.data.id, domain };
}

async function addContact(domain: string, more: object = {}): Promise<string> {
  const body = { email: `ada@${domain}`, firstName: 'Ada', lastName: 'Byron', companyDomain: domain, ...more };
  return (await core.request('POST', '/contacts', { body })).body.data.id;
}

const leipzig = 'In May 2026 we opened a new warehouse in Leipzig.';

test('stores the telling sentences of a site with their page, once', async () => {
  const { id, domain } = await addCompany();
  pages = { [`https://${domain}/about`]: `Welcome.\n${leipzig}\nWe use cookies.` };
  const first = await core.request('POST', `/companies/${id}/research`, { body: { includeText: true } });
  expect(first.body.data).toMatchObject({ added: 1, removed: 0, isCached: false, problems: [] });
  expect(first.body.data.pages[0].text).toContain('Welcome.');
  expect(first.body.data.facts).toMatchObject([
    { quote: leipzig, url: `https://${domain}/about`, origin: 'page', isOnPage: true, subjectId: id },
  ]);
  const second = await core.request('POST', `/companies/${id}/research`, { body: {} });
  expect(second.body.data).toMatchObject({ added: 0, isCached: true, pages: [] });
  expect(reads).toEqual([domain]);
});

test('a dry run reads nothing and stores nothing', async () => {
  const { id } = await addCompany();
  const { body } = await core.request('POST', `/companies/${id}/research?dryRun=true`, { body: {} });
  expect(body.summary).toContain('Would read up to 20 public pages');
  expect(reads).toEqual([]);
});

test('returns the reason if a site cannot be read', async () => {
  const { id, domain } = await addCompany();
  const { status, body } = await core.request('POST', `/companies/${id}/research`, { body: {} });
  expect([status, body.data.added]).toEqual([200, 0]);
  expect(body.summary).toContain(`No page of ${domain} could be read.`);
});

test('needs a domain', async () => {
  const { body } = await core.request('POST', '/companies', { body: { name: 'Without a site' } });
  const { status, body: refused } = await core.request('POST', `/companies/${body.data.id}/research`, { body: {} });
  expect([status, refused.error.code]).toEqual([409, 'invalid_state']);
});

test('research_contact keeps only sentences that name the person', async () => {
  const { domain } = await addCompany();
  const contactId = await addContact(domain);
  pages = { [`https://${domain}/team`]: `${leipzig}\nAda Byron leads our sales team.\nEve Byron is an engineer.` };
  const { body } = await core.request('POST', `/contacts/${contactId}/research`, { body: {} });
  expect(body.data.facts.map(({ quote }: { quote: string }) => quote)).toEqual(['Ada Byron leads our sales team.']);
});

test('checks that a filed quote is on its page', async () => {
  const { id, domain } = await addCompany();
  const url = `https://${domain}/news`;
  pages = { [url]: `News\n“${leipzig}”` };
  const file = (quote: string, more: object = { url }) =>
    core.request('POST', '/facts', { body: { subjectId: id, statement: 'Opened a warehouse.', quote, ...more } });
  expect((await file(leipzig)).body.data).toMatchObject({ isOnPage: true, origin: 'filed' });
  const wrong = await file('In June 2026 we opened a new warehouse in Leipzig.');
  expect([wrong.status, wrong.body.error.field]).toEqual([422, 'quote']);
  const unread = await file(leipzig, { url: `https://${domain}/gone` });
  expect(unread.body.data).toMatchObject({ isOnPage: false });
  expect(unread.body.summary).toContain('answered 404');
  expect((await file('Said at a fair.', {})).body.data).toMatchObject({ isOnPage: false, url: null });
  expect((await file(leipzig)).body.error.code).toBe('already_exists');
});

test('rejects the fact after the two hundredth', async () => {
  const { id } = await addCompany();
  const file = (index: number) =>
    core.request('POST', '/facts', { body: { subjectId: id, statement: 'A fact.', quote: `Fact ${index}.` } });
  const createdBy = { kind: 'system', id: 'test', name: 'Test' } as const;
  const unread = { url: null, date: null, origin: 'filed', isOnPage: false, readAt: null, createdBy } as const;
  const facts = Array.from({ length: 199 }, (_, index) => ({ ...unread, statement: 'One.', quote: `Old ${index}.` }));
  await insertFacts(core.workspaceId, { companyId: id }, facts, new Date());
  expect((await file(199)).status).toBe(201);
  expect((await file(200)).body.error.code).toBe('limit_reached');
});

test('a repeated key stores one fact, and another workspace sees none', async () => {
  const { id } = await addCompany();
  const body = { subjectId: id, statement: 'A fact.', quote: 'A quote.' };
  const send = () => core.request('POST', '/facts', { body, idempotencyKey: 'once-and-no-more' });
  const [one, two] = [await send(), await send()];
  expect(two.body.data.id).toBe(one.body.data.id);
  const { key } = await core.addWorkspace();
  expect((await core.request('GET', `/facts?subjectId=${id}`, { key })).status).toBe(404);
  expect((await core.request('GET', '/facts', { key })).body.data).toEqual([]);
  expect((await core.request('DELETE', `/facts/${one.body.data.id}`, { key })).status).toBe(404);
  expect((await core.request('DELETE', `/facts/${one.body.data.id}`)).body.data).toMatchObject({ deleted: true });
});

test('facts follow a merge, and end with their record', async () => {
  const [kept, other] = [await addCompany(), await addCompany()];
  await core.request('POST', '/facts', { body: { subjectId: other.id, statement: 'A fact.', quote: 'A quote.' } });
  await core.request('POST', `/companies/${kept.id}/merge`, { body: { otherCompanyId: other.id } });
  const list = () => core.request('GET', `/facts?subjectId=${kept.id}`);
  expect((await list()).body.data).toHaveLength(1);
  const [fact] = (await list()).body.data;
  await core.request('DELETE', `/companies/${kept.id}`);
  expect((await core.request('DELETE', `/facts/${fact.id}`)).status).toBe(404);
});

test('check_claims counts only quotes that were found on a page', async () => {
  const { id, domain } = await addCompany();
  const contactId = await addContact(domain, { title: 'VP Sales' });
  const check = async (text: string) =>
    (await core.request('POST', '/claims/check', { body: { contactId, text } })).body;
  const text = 'Hi Ada,\n\nCongratulations on the new warehouse in Leipzig. As VP Sales, you will like this.';
  await core.request('POST', '/facts', { body: { subjectId: id, statement: leipzig, quote: leipzig } });
  const before = await check(text);
  expect(before.data.sentences.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
    'neutral',
    'unsupported',
    'supported',
  ]);
  expect(before.summary).toBe('1 unsupported claim.');
  pages = { [`https://${domain}/`]: leipzig };
  await core.request('POST', `/companies/${id}/research`, { body: {} });
  const after = await check(text);
  expect(after.data.sentences[1]).toMatchObject({ verdict: 'supported', quote: leipzig });
  expect(after.summary).toBe('No unsupported claims.');
});

const sentence = 'Congratulations on the new warehouse in Leipzig.';
function draft(contactId: string, bodyText: string) {
  return core.request('POST', '/messages/draft', { body: { contactId, subject: 'A question', bodyText } });
}

test('rejects a text of an agent with unsupported claims, and names them', async () => {
  const { domain } = await addCompany();
  const contactId = await addContact(domain);
  const { status, body } = await draft(contactId, `Hi Ada,\n\n${sentence}`);
  expect([status, body.error.code, body.error.field]).toEqual([422, 'unsupported_claims', 'bodyText']);
  expect(body.error.message).toContain(`“${sentence}” (no source for new warehouse, Leipzig)`);
  expect((await draft(contactId, 'Hi Ada,\n\nDo you have a minute?')).status).toBe(201);
});

test('warns instead by a setting, also when the message is edited and approved', async () => {
  const { domain } = await addCompany();
  const contactId = await addContact(domain, { declaredBasis: 'legitimate_interest', emailStatus: 'valid' });
  await core.request('PATCH', '/settings', { body: { claimPolicy: { byAgent: 'warn' } } });
  const { body } = await draft(contactId, sentence);
  const warning = expect.stringContaining('No source supports “Congratulations');
  expect(body.data.warnings).toContainEqual(warning);
  const path = `/messages/${body.data.message.id}`;
  const approval = await core.request('POST', `${path}/approve?dryRun=true`, { body: {} });
  expect(approval.body.data.warnings).toContainEqual(warning);
  await core.request('PATCH', '/settings', { body: { claimPolicy: { byAgent: 'refuse' } } });
  const edit = await core.request('PATCH', path, { body: { bodyText: 'You raised $20 million.' } });
  expect(edit.body.error.code).toBe('unsupported_claims');
});

test('a launch names the unsupported claims of its texts, with the number of recipients', async () => {
  const { domain } = await addCompany();
  const contactId = await addContact(domain, { declaredBasis: 'legitimate_interest', emailStatus: 'valid' });
  await core.request('PATCH', '/settings', { body: { postalAddress: '1 Dorset Street', senderName: 'Sam' } });
  const steps = [{ subject: 'A question', body: `Hi {{ firstName }},\n\n${sentence}` }];
  const { body } = await core.request('POST', '/campaigns', { body: { name: `Claims ${domain}`, steps } });
  const path = `/campaigns/${body.data.id}`;
  await core.request('POST', `${path}/enrollments`, { body: { contactIds: [contactId] } });
  const plan = await core.request('POST', `${path}/launch?dryRun=true`, { body: {} });
  expect(plan.body.data.warnings).toContainEqual(
    expect.stringMatching(/^1 of 1 recipient: no source supports “Congrat/),
  );
});
