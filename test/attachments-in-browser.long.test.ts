import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, noBrowser, startBrowser } from './harness/browser.ts';
import { createAccount, type Product, restClient, startProduct } from './harness/product.ts';
import { until } from './harness/running-process.ts';

if (chromiumPath === undefined) console.warn(noBrowser);

const offer = Buffer.from('An offer for 40 seats.\n');
const order = Buffer.from('\u0000\u0001 an order, byte for byte\r\n\u00ff', 'latin1');
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function mailWithFile(from: string, to: string, inReplyTo: string): string {
  const head = `From: ${from}\nTo: ${to}\nSubject: Re: Hello\nMessage-ID: <order@people.example>\nIn-Reply-To: ${inReplyTo}`;
  const body = '--b\nContent-Type: text/plain\n\nWhat does it cost? Our order form is attached.\n';
  const file =
    `--b\nContent-Type: application/octet-stream; name="order.bin"\nContent-Disposition: attachment; ` +
    `filename="order.bin"\nContent-Transfer-Encoding: base64\n\n${order.toString('base64')}\n--b--\n`;
  return `${head}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n${body}${file}`;
}

describe.skipIf(chromiumPath === undefined)('attachments in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let request: ReturnType<typeof restClient>;
  let key: string;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), startBrowser()]);
    const account = await createAccount(product);
    key = account.key;
    request = restClient(product.url, key);
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${product.url}/app/sign-in`);
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${product.url}/app`);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  const good = async (method: string, path: string, body?: unknown) => {
    const answer = await request(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
  const confirm = () => page.locator('main form:has([name=wish]) button.primary').last().click();
  /** People type more slowly than a page reads its draft. */
  const draftIsRead = () => page.waitForLoadState('networkidle');
  const preview = () => page.locator('main').getByRole('button', { name: 'Preview', exact: true }).last().click();
  /** The next sent message, as received. */
  const newestRaw = async (atLeast: number) => {
    const sent = await until(
      'the message',
      async () => {
        await good('POST', '/sandbox/deliver', {});
        const messages = await good('GET', '/sandbox/messages');
        return messages.length >= atLeast ? messages : undefined;
      },
      60_000,
    );
    const headers = { authorization: `Bearer ${key}` };
    const raw = await fetch(`${product.url}/api/public/v1/sandbox/messages/${sent[0].messageId}/raw`, { headers });
    return raw.text();
  };

  test('sends an attached file with a campaign step and with an answer, and downloads a received one', async () => {
    await page.goto(`${product.url}/app/do/add_file`);
    expect(await page.locator('main').textContent()).not.toContain('CSV');
    await draftIsRead();
    await page.getByLabel(/^File name/).fill('offer.txt');
    await page.locator('input[type=file]').setInputFiles({ name: 'offer.txt', mimeType: 'text/plain', buffer: offer });
    await preview();
    await confirm();
    await until('the file', async () => (await good('GET', '/files')).length === 1, 60_000);

    await page.goto(`${product.url}/app/do/create_campaign`);
    await page.getByLabel('Name').first().fill('With an offer');
    await page.getByRole('button', { name: 'Add to steps' }).click();
    await page.locator('[name="steps.0.subject"]').waitFor();
    await draftIsRead();
    await page.locator('[name="steps.0.subject"]').fill('Hello');
    await page.locator('[name="steps.0.body"]').fill('Our offer is attached.');
    await page.getByLabel('offer.txt').first().check();
    await preview();
    await confirm();
    const [campaign] = await until(
      'the campaign',
      async () => {
        const campaigns = await good('GET', '/campaigns');
        return campaigns.length > 0 ? campaigns : undefined;
      },
      60_000,
    );

    const window = { days, from: '00:00', to: '24:00', timeZone: 'UTC' };
    await good('PATCH', '/settings', { postalAddress: 'Acme Ltd, 1 Road, Town', window });
    const facts = { emailStatus: 'valid', declaredBasis: 'consent' };
    const contact = await good('POST', '/contacts', { ...facts, email: 'ada@people.example' });
    await good('POST', `/campaigns/${campaign.id}/enrollments`, { contactIds: [contact.id] });
    await good('POST', `/campaigns/${campaign.id}/launch`, {});
    const first = await newestRaw(1);
    expect(first).toContain('offer.txt');
    expect(first).toContain(offer.toString('base64'));

    const id = /^Message-ID: (<.*>)/im.exec(first)![1]!;
    const ours = /^From: .*?([^\s<]+@[^\s>]+)/im.exec(first)![1]!;
    await good('POST', '/sandbox/inbound', { raw: mailWithFile('ada@people.example', ours, id) });
    await page.goto(`${product.url}/app/inbox`);
    await page.locator('main .inbox a').first().click();
    await page.waitForURL('**/app/replies/rpl_*');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'order.bin' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('order.bin');
    expect(readFileSync(await download.path())).toEqual(order);

    await page.locator('#bodyText').fill('40 seats cost 400. The offer again.');
    await page.getByRole('button', { name: 'Attach' }).click();
    await page.getByLabel('offer.txt').check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Send reply/ }).click();
    await page.getByRole('link', { name: 'Exact message' }).click();
    await page.locator('main').getByText('offer.txt').first().waitFor();
    await page.locator('main form button.primary').last().click();
    const answer = await newestRaw(2);
    expect(answer).toContain('The offer again.');
    expect(answer).toContain(offer.toString('base64'));
  }, 300_000);
});
