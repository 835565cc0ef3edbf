import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOnScreens } from '../harness/accessibility.ts';
import { chromiumPath, noBrowser, startBrowser } from '../harness/browser.ts';
import { call, confirm, connectWithKey } from '../harness/mcp-client.ts';
import { createAccount, findOrStartProduct, publicName, restClient } from '../harness/product.ts';
import { until } from '../harness/running-process.ts';
import { type SmtpSink, startSmtpSink } from '../harness/smtp-sink.ts';
import { byFrame, byKey, byModel } from './attempts.ts';
import { CardHost } from './card-host.ts';
import { TlsFront } from './tls-front.ts';

if (chromiumPath === undefined) console.warn(noBrowser);

const always = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00', timeZone: 'UTC' };
/** A name with markup, which a card shows as text. */
const markup = 'Sandbox <img src=x onerror=alert(1)>';

describe.skipIf(chromiumPath === undefined)('the cards in a host of MCP Apps', () => {
  let front: TlsFront;
  let product: Awaited<ReturnType<typeof findOrStartProduct>>;
  let sink: SmtpSink;
  let browser: Browser;
  let key: string;
  let agent: Awaited<ReturnType<typeof connectWithKey>>;
  /** As a key without limits. */
  let rest: ReturnType<typeof restClient>;
  /** The browser of a person who is signed in. */
  let person: BrowserContext;
  let page: Page;
  let host: CardHost;

  beforeAll(async () => {
    front = await TlsFront.start();
    const BASE_URL = `https://${publicName}:${front.port}`;
    [product, sink, browser] = await Promise.all([
      findOrStartProduct({ BASE_URL }),
      startSmtpSink(),
      startBrowser([`--host-resolver-rules=MAP ${publicName} 127.0.0.1`]),
    ]);
    front.target = Number(new URL(product.url).port);
    const account = await createAccount(product);
    key = await product.operate('key', 'create', '--email', account.email, '--scopes', 'all');
    rest = restClient(product.url, account.key);
    agent = await connectWithKey(product.url, key);
    const client = new Client({ name: 'host', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${product.url}/mcp?toolsets=default,replies`), { requestInit }),
    );
    person = await browser.newContext({ ignoreHTTPSErrors: true });
    page = await person.newPage();
    await page.goto(`${BASE_URL}/app/sign-in`);
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${BASE_URL}/app`);
    host = await CardHost.open(person, client);
    await rest('PATCH', '/settings', { postalAddress: 'Outbound GmbH, Musterweg 1, 10115 Berlin' });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await Promise.all([product?.stop(), sink?.stop()]);
    front?.stop();
  });

  async function post(path: string, body: object) {
    const { status, body: answer } = await rest('POST', path, body);
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    return answer.data;
  }

  async function createCampaign(name: string, mailboxIds?: string[], title = name): Promise<string> {
    const contactIds: string[] = [];
    for (const firstName of ['Ada', 'Grace']) {
      const email = `${firstName.toLowerCase()}@${name.toLowerCase()}.example`;
      const basis = { emailStatus: 'valid', declaredBasis: 'legitimate_interest' };
      contactIds.push((await post('/contacts', { email, firstName, ...basis })).id);
    }
    const steps = [
      { subject: 'A question', body: 'Hello {{ firstName }}, how do you count?' },
      { waitDays: 3, body: 'Did my question reach you?' },
    ];
    const { id } = await post('/campaigns', { name: title, mailboxIds, sendsOnHolidays: true, window: always, steps });
    await post(`/campaigns/${id}/enrollments`, { contactIds });
    return id;
  }

  /** A launch that needs a member's approval, because the agent's key may not send. */
  async function waitingLaunch(name: string) {
    const mailbox = await post('/mailboxes', {
      address: `${name.toLowerCase()}@outbound.example`,
      displayName: 'Olga',
      smtp: { host: '127.0.0.1', port: sink.port, security: 'none' },
      gapSeconds: { min: 0, max: 0 },
    });
    const campaignId = await createCampaign(name, [mailbox.id]);
    const { confirmWith, confirmationId, what } = await call(agent, 'launch_campaign', { campaignId });
    const waiting = await confirm(agent, { confirmWith, confirmationId, what });
    expect(waiting).toMatchObject({ status: 'waiting_for_approval', next: expect.stringContaining('link') });
    const url = String(waiting.approvalUrl);
    return { confirmationId, what, url, approvalId: url.split('/').at(-1)! };
  }

  async function approvalOf(approvalId: string) {
    return (await rest('GET', `/approvals/${approvalId}`)).body.data;
  }

  async function approveOnOpenPage(): Promise<void> {
    await page
      .getByRole('link', { name: /^Approve/ })
      .first()
      .click();
    await page.locator('form.confirm-send button[value=approve]').click();
    await page.getByText(': approved').waitFor();
  }

  test('the report and the reply show their records, and foreign text as text', async () => {
    const campaignId = await createCampaign('Sandbox', undefined, markup);
    await post(`/campaigns/${campaignId}/launch`, {});
    const path = `/campaigns/${campaignId}/report`;
    await until('the messages', async () => (await rest('GET', path)).body.data.messages.sent === 2);
    const captured = (await rest('GET', '/sandbox/messages')).body.data;
    await post(`/sandbox/messages/${captured[0].messageId}/reply`, { text: 'I am interested. Call me.' });
    const [reply] = (await rest('GET', `/replies?campaignId=${campaignId}`)).body.data;
    await post(`/replies/${reply.id}/answer`, { bodyText: 'Is Thursday at ten good?' });

    await host.show('get_reply', { arguments: { replyId: reply.id }, theme: 'dark' });
    const { card } = host;
    await card.getByText('Is Thursday at ten good?').waitFor();
    const text = await card.locator('main').textContent();
    expect(text).toContain('I am interested. Call me.');
    expect(text).not.toContain('untrusted-');
    expect(text).toContain('Interested');
    expect(await faultsOnScreens(host.page, 'reply-card')).toEqual([]);

    await host.show('get_campaign_report', { arguments: { campaignId } });
    await card.getByRole('heading', { name: markup }).waitFor();
    expect(await card.locator('img').count()).toBe(0);
    const { funnel } = (await rest('GET', path)).body.data;
    const figures = await card.locator('.figure').allInnerTexts();
    expect(figures.map((each) => each.replace(/\s+/g, ' '))).toEqual(
      expect.arrayContaining([`Contacted ${funnel.contacted} 100.0%`, `Replied ${funnel.replied} 50.0%`]),
    );
    expect(await faultsOnScreens(host.page, 'report-card')).toEqual([]);
    expect(
      host.calls.every((name) => name === 'read_action' || name === 'confirm_send' || name === 'approve_approval'),
    ).toBe(true);
  });

  test('50 attempts to decide an approval fail, by the model, by its key, and by the frame', async () => {
    const { approvalId, confirmationId, what, url } = await waitingLaunch('Attacked');
    await page.goto(url);
    const digest = (await page.locator('input[name=digest]').first().getAttribute('value')) ?? '';
    const target = { approvalId, confirmationId, what, digest, page: url, url: product.url, key };
    const attempts = [...byModel(agent, target), ...byKey(target)];
    let tried = 0;
    const decided: string[] = [];
    const tryAll = async (all: typeof attempts) => {
      for (const [name, run] of all) {
        await run().catch(() => {});
        tried += 1;
        if ((await approvalOf(approvalId)).state !== 'pending') decided.push(name);
      }
    };
    await tryAll(attempts);
    for (const hasPolicy of [true, false]) {
      const names = byFrame(host.page.mainFrame(), target).map(([name]) => name);
      for (const name of names) {
        await host.show('confirm_send', { arguments: { confirmationId, what }, hasPolicy });
        await host.card.getByRole('link', { name: 'Review and decide' }).waitFor();
        const frame = host.page.frames().at(1)!;
        await tryAll(byFrame(frame, target).filter((each) => each[0] === name));
      }
    }
    for (const opened of new Set(host.opened)) await page.goto(opened);
    expect(decided).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(50);
    expect((await approvalOf(approvalId)).state).toBe('pending');
    expect(sink.received).toEqual([]);
  });

  test('the approval card shows what is sent, and its record is that of the page', async () => {
    const [shown, plain] = [await waitingLaunch('Shown'), await waitingLaunch('Plain')];
    host.opened.length = 0;
    await host.show('confirm_send', { arguments: { confirmationId: shown.confirmationId, what: shown.what } });
    const { card } = host;
    await card.getByRole('heading', { name: 'Group 1: 2 people' }).waitFor();
    const text = await card.locator('main').textContent();
    const [group] = (await rest('GET', `/approvals/${shown.approvalId}/manifest`)).body.data.groups;
    for (const { subject, body } of group.steps) {
      if (subject) expect(text).toContain(subject);
      expect(text).toContain(body);
    }
    expect(text).toContain(group.sender);
    expect(await faultsOnScreens(host.page, 'approval-card')).toEqual([]);
    expect(host.height).toBeGreaterThan(0);
    await card.getByRole('link', { name: 'Review and decide' }).click();
    await until('the link', async () => host.opened.length > 0);
    expect(host.opened).toEqual([shown.url]);

    await page.goto(host.opened[0]!);
    await approveOnOpenPage();
    await page.goto(plain.url);
    await approveOnOpenPage();
    await until('the messages', async () => sink.received.length === 4);
    const records = await Promise.all([shown, plain].map(({ approvalId }) => approvalOf(approvalId)));
    const [one, other] = records.map(({ action, state, decidedBy, recipients, credits, reason, outcome }) => {
      const said = String(outcome.summary).replace(/Shown|Plain/, 'It');
      return { action, state, decidedBy, recipients, credits, reason, said };
    });
    expect(one).toEqual(other);
    expect(one).toMatchObject({ state: 'executed', decidedBy: { kind: 'user' } });

    await card.getByRole('button', { name: 'Refresh' }).click();
    await card.getByText('Done', { exact: true }).waitFor();
    expect(await card.getByRole('link', { name: 'Open in Outbound' }).count()).toBe(1);
  });
});
