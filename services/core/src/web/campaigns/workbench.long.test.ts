import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { chromiumPath, pageAs, startChromium } from '../../testing/pages/chromium.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const pictures = process.env.SCREENSHOTS;

describe.skipIf(chromiumPath === undefined)('the campaign workbench in a browser', () => {
  let core: TestCore;
  let chrome: Chromium;
  let browser: Browser;
  let page: Page;
  let clicks = 0;

  beforeAll(async () => {
    core = await startTestCore({ environment: { ALLOW_RESERVED_RECIPIENTS: 'false' } });
    browser = await signedIn(core, core.workspaceId);
    await browser.get('/app');
    const basis = { declaredBasis: 'legitimate_interest', companyDomain: 'kestrel.example', companyName: 'Kestrel' };
    const contactIds: string[] = [];
    for (let number = 1; number <= 20; number += 1) {
      const names = number === 7 ? {} : { firstName: `Person${number}` };
      const body = { email: `p${number}@kestrel.example`, ...names, ...basis };
      contactIds.push((await core.request('POST', '/contacts', { body })).body.data.id);
    }
    const list = await core.request('POST', '/lists', { body: { name: 'Logistics in Germany', kind: 'static' } });
    await core.request('POST', `/lists/${list.body.data.id}/members`, { body: { contactIds } });
    await core.request('PATCH', '/settings', { body: { postalAddress: '1 Dorset Street, London' } });
    chrome = await startChromium();
    page = await pageAs(chrome, browser, { width: 1440, colorScheme: 'light' });
  }, 120_000);
  afterAll(async () => {
    await chrome?.close();
    await core.stop();
  });

  async function click(name: string | RegExp, within = 'body') {
    clicks += 1;
    const found = page.locator(within).getByRole('link', { name, exact: typeof name === 'string' });
    const button = page.locator(within).getByRole('button', { name, exact: typeof name === 'string' });
    await found.or(button).first().click();
    await page.waitForLoadState();
  }

  async function picture(name: string) {
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
  }

  function saved() {
    return page.waitForResponse(
      (response) => response.url().includes('/sequence') && response.request().method() === 'GET',
    );
  }

  async function campaign() {
    const [first] = (await core.request('GET', '/campaigns')).body.data;
    return (await core.request('GET', `/campaigns/${first.id}`)).body.data;
  }

  test('a newcomer reaches a running A/B campaign of two steps for 20 people in 16 clicks', async () => {
    await page.goto(`${core.url}/app`);
    await click('Campaigns', 'nav');
    await click(/^New campaign/);
    await page.locator('[name=name]:focus').waitFor();
    await page.keyboard.type('Tour planning');
    await page.keyboard.press('Tab');
    await page.getByLabel('Subject').fill('A question, {{ firstName | default: "there" }}');
    let done = saved();
    await page
      .getByLabel('Text', { exact: true })
      .last()
      .fill('Hi {{ firstName | default: "there" }}, how do you plan tours?');
    await done;
    await picture('workbench-1');
    await click('Add variant');
    await page.waitForURL(/variant=B/);
    await page.locator('#body:focus').waitFor();
    done = saved();
    await page.keyboard.type(' Or do you?');
    await done;
    await click(/^Add step/);
    await click('Email', '#menu-add');
    await page.waitForURL(/step=new-email/);
    await page.locator('#body:focus').waitFor();
    done = saved();
    await page.keyboard.type('Did my question reach you?');
    await done;
    await picture('workbench-2');
    await click(/^Audience/, 'main');
    await click('Choose list');
    await click(/Logistics in Germany/, '#menu-lists');
    await picture('workbench-audience');
    await click('Schedule', 'main');
    await picture('workbench-schedule');
    await click('Review and launch');
    await picture('workbench-plan');
    await click(/^Launch/, 'main');
    await picture('workbench-running');
    expect((await campaign()).state).toBe('running');
    process.stdout.write(`${clicks} clicks\n`);
    expect(clicks).toBeLessThanOrEqual(16);
  }, 120_000);

  /** A draft with a text of each kind, opened at its first step. */
  async function drafted() {
    const steps = [
      { subject: 'A question', body: 'Hello {{ firstName }}.', variants: [{ body: 'Good morning {{ firstName }}.' }] },
      { kind: 'task', subject: 'Call them', body: 'Ask about tours.', waitDays: 2 },
      { body: 'Did you see my question?', waitDays: 3, condition: { replied: false } },
    ];
    const { data } = (await core.request('POST', '/campaigns', { body: { name: 'Autumn', steps } })).body;
    await page.goto(`${core.url}/app/campaigns/${data.id}/sequence`);
    return data as { id: string; steps: { id: string }[] };
  }

  const text = () => page.locator('#body');
  const stored = async (id: string) => (await core.request('GET', `/campaigns/${id}`)).body.data;

  test('a plain step has twelve controls', async () => {
    await drafted();
    const controls = await page.evaluate<number>(
      `[...document.querySelectorAll('section[aria-label^="Step"] :is(a, button, input:not([type=hidden]), textarea, select)')].filter((one) => one.checkVisibility()).length`,
    );
    // A second variant has a tab of its own.
    expect(controls).toBe(13);
  });

  test('keys and menus move, condition, and delete steps, and Undo brings them back', async () => {
    const { id, steps } = await drafted();
    await page.getByRole('link', { name: 'Follow-up' }).click();
    await page.waitForURL(/step=/);
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Step moved.').waitFor();
    expect((await stored(id)).steps.map((step: { id: string }) => step.id)).toEqual(
      [0, 2, 1].map((at) => steps[at]!.id),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect((await stored(id)).steps.map((step: { id: string }) => step.id)).toEqual(steps.map((step) => step.id));
    await page.getByRole('button', { name: /^Wait 3 days if they have not replied/ }).click();
    const wait = page.locator('[popover]:popover-open');
    await wait.getByLabel('Wait').fill('5');
    await wait.getByLabel('Send').selectOption({ label: 'if the reply is Question' });
    await wait.getByRole('button', { name: 'Save wait' }).click();
    await page.getByRole('button', { name: 'Wait 5 days if the reply is Question' }).waitFor();
    expect((await stored(id)).steps[2]).toMatchObject({ waitDays: 5, condition: { replyClasses: ['question'] } });
  });

  test('the toolbar marks text and inserts variables, with a fallback where the person has no value', async () => {
    const { id } = await drafted();
    await text().click();
    await page.keyboard.press('Control+End');
    await page.getByRole('button', { name: 'Variable' }).click();
    let done = saved();
    await page.getByRole('button', { name: /^department/ }).click();
    await done;
    expect(await text().inputValue()).toBe('Hello {{ firstName }}.{{ department | default: "there" }}');
    done = saved();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Control+b');
    await done;
    const [first] = (await stored(id)).steps;
    expect(first.bodyFormat).toBe('markdown');
    expect(first.body).toBe('**Hello {{ firstName }}.{{ department | default: "there" }}**');
    await page.locator('.preview .message-body').getByText('Hello Person20.there').waitFor();
  });

  test('"{" offers the variables, "/" the snippets, narrowed by what follows', async () => {
    await core.request('POST', '/snippets', { body: { name: 'Case study', body: 'We saved Kestrel an hour a day.' } });
    const { id } = await drafted();
    await text().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' {');
    expect(await page.locator('#menu-variables').isVisible()).toBe(true);
    await page.keyboard.type('lastn');
    await page.keyboard.press('Enter');
    // The fallback is marked, to be replaced.
    await page.keyboard.type('you');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' at http://x.example, and/or 1/2 {');
    expect(await page.locator('#menu-snippets').isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    expect(await text().evaluate('document.activeElement.id')).toBe('body');
    await page.keyboard.press('Backspace');
    const done = saved();
    await page.keyboard.type('/');
    await page.locator('#menu-snippets').getByRole('button', { name: 'Case study' }).click();
    await done;
    const expected =
      'Hello {{ firstName }}. {{ lastName | default: "you" }} at http://x.example, and/or 1/2 We saved Kestrel an hour a day.';
    await page.waitForFunction(`document.querySelector('#body').defaultValue.trim() === ${JSON.stringify(expected)}`);
    expect((await stored(id)).steps[0].body).toBe(expected);
  });

  test('a file dropped on the text, or chosen in the menu, is attached to the step', async () => {
    const { id } = await drafted();
    const dataTransfer = await page.evaluateHandle(
      `(() => { const all = new DataTransfer(); all.items.add(new File(['Our offer'], 'offer.txt')); return all; })()`,
    );
    await page.dispatchEvent('#body', 'drop', { dataTransfer });
    await page.getByText('Attachments changed.').waitFor();
    expect((await stored(id)).steps[0].attachments).toHaveLength(1);
    const menu = page.locator('#menu-attach');
    for (const [name, said] of [
      ['x.exe', /only these types of files/],
      ['b.txt', 'Attachments changed.'],
    ] as const) {
      await page.getByRole('button', { name: 'Attach file' }).click();
      expect(await menu.getByLabel('offer.txt').isChecked()).toBe(true);
      await menu.getByLabel('Add a file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
      await menu.getByRole('button', { name: 'Save attachments' }).click();
      await page.getByText(said).waitFor();
    }
    expect((await stored(id)).steps[0].attachments).toHaveLength(2);
    await page.getByText('2 attached').waitFor();
  });

  test('two tabs: the second one keeps its text, shows both, and saves over the other only on request', async () => {
    const { id } = await drafted();
    const other = await page.context().newPage();
    await other.goto(page.url());
    // With the cursor in its text, the second tab does not follow what the first one saves.
    await other.locator('#body').focus();
    await Promise.all([saved(), text().fill('From the first tab.')]);
    await other.locator('#body').fill('From the second tab.');
    const mine = other.locator('.diff > *', { hasText: 'From the second tab.' });
    await mine.waitFor();
    await other.locator('.diff > *', { hasText: 'From the first tab.' }).waitFor();
    expect((await stored(id)).steps[0].body).toBe('From the first tab.');
    await mine.getByRole('button', { name: 'Use this text' }).click();
    await other.waitForURL(/sequence/);
    expect((await stored(id)).steps[0].body).toBe('From the second tab.');
  });

  test('a text survives an expired session, a reload, and a rejected save', async () => {
    const { id } = await drafted();
    const cookies = await page.context().cookies();
    await page.context().clearCookies({ name: 'outbound_session' });
    await text().fill('Written while signed out.');
    await page.waitForFunction(`Object.values(localStorage).some((kept) => kept.includes('signed out'))`);
    await page.context().addCookies(cookies);
    await page.goto(`${core.url}/app/campaigns/${id}/sequence`);
    expect(await text().inputValue()).toBe('Written while signed out.');
    const refused = page.waitForResponse((response) => response.status() === 422);
    await text().fill('Hello {{ firstNam }}.');
    await refused;
    await page.getByText('Not saved.', { exact: false }).waitFor();
    await page.reload();
    expect(await text().inputValue()).toBe('Hello {{ firstNam }}.');
    const done = saved();
    await text().fill('Hello {{ firstName }}.');
    await done;
    expect((await stored(id)).steps[0].body).toBe('Hello {{ firstName }}.');
  }, 60_000);

  test('a new text without its body is not called wrong while it is typed, and survives a reload', async () => {
    const { id } = await drafted();
    await page.goto(`${core.url}/app/campaigns/${id}/sequence?step=new-email`);
    const asked = page.waitForResponse((response) => response.status() === 422);
    await page.getByLabel('Subject').fill('Only a subject');
    await page.keyboard.press('Tab');
    await asked;
    await page.locator('form.editor[data-unsaved]').waitFor();
    expect(await page.getByText('Not saved. ').count()).toBe(0);
    await page.reload();
    expect(await page.getByLabel('Subject').inputValue()).toBe('Only a subject');
    const done = saved();
    await text().fill('And a text.');
    await done;
    expect((await stored(id)).steps[3]).toMatchObject({ subject: 'Only a subject', body: 'And a text.' });
  });

  test('without script, a form saves the text', async () => {
    const { id } = await drafted();
    const plain = await chrome.newContext({ javaScriptEnabled: false });
    await plain.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: browser.url })));
    const own = await plain.newPage();
    await own.goto(`${core.url}/app/campaigns/${id}/sequence`);
    await own.locator('#body').fill('Saved by a button.');
    await own.getByRole('button', { name: 'Save text' }).click();
    await own.waitForURL(/step=/);
    expect((await stored(id)).steps[0].body).toBe('Saved by a button.');
    if (pictures !== undefined) await own.screenshot({ path: `${pictures}/workbench-no-script.png` });
    await plain.close();
  });

  test('on a phone, nothing is wider than the window', async () => {
    const { id } = await drafted();
    const phone = await pageAs(chrome, browser, { width: 390, colorScheme: 'dark' });
    for (const tab of ['sequence', 'audience', 'schedule', 'options']) {
      await phone.goto(`${core.url}/app/campaigns/${id}/${tab}`);
      expect(await phone.evaluate<number>('document.documentElement.scrollWidth'), tab).toBeLessThanOrEqual(390);
      if (pictures !== undefined) await phone.screenshot({ path: `${pictures}/phone-${tab}.png` });
    }
    await phone.close();
  });
});
