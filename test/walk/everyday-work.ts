import type { Page } from 'playwright-core';

interface Walk {
  url: string;
  isScripted: boolean;
}

export interface Step {
  name: string;
  walk(page: Page, walk: Walk): Promise<void>;
}

/** Time for an open page to show a change. */
const liveMs = 2_000;

const csv = `First name;Surname;E-Mail;Company
Grace;Hopper;grace@navy.example;Navy
Alan;Turing;alan@bletchley.example;Bletchley
Nobody;Atall;not an address;Nowhere
`;

async function expectText(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await page.locator('main').getByText(text).filter({ visible: true }).first().waitFor();
}

/** The button that carries out a plan. */
async function confirm(page: Page): Promise<void> {
  await page.locator('main form button.primary').last().click();
}

async function preview(page: Page): Promise<void> {
  await page.locator('main').getByRole('button', { name: 'Preview', exact: true }).last().click();
}

/** The button of a form whose operation needs no plan. */
async function save(page: Page): Promise<void> {
  await page.locator('main form.stack button.primary').last().click();
  await page.locator('main form.stack').waitFor({ state: 'detached' });
}

/** The newest job has ended. Without scripts, the reader reloads the page. */
async function waitForJob(page: Page): Promise<void> {
  const place = page.locator('main tbody tr').first().getByText('Completed');
  for (let tries = 0; tries < 40 && !(await place.isVisible()); tries += 1) {
    await page.waitForTimeout(500);
    await page.reload();
  }
  await place.waitFor();
}

async function openFirst(page: Page, path: string, link: RegExp): Promise<void> {
  await page.goto(path);
  await page.locator('main').getByRole('link', { name: link }).first().click();
}

export const everydayWork: Step[] = [
  {
    name: 'import a file',
    async walk(page, { url }) {
      await page.goto(`${url}/app/import`);
      await page
        .getByLabel('File')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await page.getByRole('button', { name: 'Next' }).click();
      await expectText(page, /will import/i, 'grace@navy.example');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.waitForURL(/jobs/);
      await page.goto(`${url}/app/jobs`);
      await waitForJob(page);
      await page.locator('main tbody a').first().click();
      await expectText(page, 'Results', '3 of 3', 'Download failed rows');
    },
  },
  {
    name: 'export',
    async walk(page, { url }) {
      await page.goto(`${url}/app/do/start_contact_export`);
      await preview(page);
      await confirm(page);
      await page.goto(`${url}/app/jobs`);
      await waitForJob(page);
      await page.locator('main tbody a').first().click();
      await expectText(page, 'Download export');
    },
  },
  {
    name: 'find and reveal',
    async walk(page, { url }) {
      await page.goto(`${url}/app/find`);
      await page.getByLabel(/^Description/).fill('heads of sales at software companies in France');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.locator('main td.pick input').first().check();
      await page.getByRole('button', { name: /Reveal selected people/ }).click();
      await page.getByLabel(/^List/).selectOption({ label: 'Logistics in Germany' });
      await preview(page);
      await expectText(page, /Costs|credit/);
      await confirm(page);
      await openFirst(page, `${url}/app/lists`, /Logistics/);
      await expectText(page, 'Members');
    },
  },
  {
    name: 'score on a sample',
    async walk(page, { url }) {
      await page.goto(`${url}/app/do/create_target_profile`);
      await page.getByLabel('Name').fill('Leaders');
      await page.getByLabel('Kind').selectOption('person');
      await page.getByRole('button', { name: 'Add to criteria' }).click();
      await page.locator('[name="criteria.0.field"]').fill('title');
      await page.locator('select[name="criteria.0.operator"]').selectOption('contains');
      await page.locator('[name="criteria.0.value"]').fill('head');
      await page.locator('[name="criteria.0.weight"]').fill('5');
      await save(page);
      await openFirst(page, `${url}/app/scoring`, /Leaders/);
      await expectText(page, 'Distribution');
    },
  },
  {
    name: 'save a view and select',
    async walk(page, { url }) {
      await page.goto(`${url}/app/contacts?emailStatus=valid`);
      await page.getByRole('link', { name: 'Save as a list' }).click();
      await page.getByLabel('Name').first().fill('Valid ones');
      await save(page);
      await page.goto(`${url}/app/contacts`);
      await page.locator('main td.pick input').first().check();
      await page.getByRole('button', { name: 'More actions for the selected rows' }).click();
      await page.getByRole('button', { name: /^Verify/ }).click();
      await preview(page);
      await expectText(page, 'Changes');
    },
  },
  {
    name: 'write a campaign',
    async walk(page, { url, isScripted }) {
      await page.goto(`${url}/app/campaigns`);
      await page.getByRole('button', { name: /^New campaign/ }).click();
      await page.getByLabel('Name of the campaign').fill('Winter');
      await page.getByLabel('Name of the campaign').press(isScripted ? 'Tab' : 'Enter');
      await page.getByLabel('Subject').fill('Hello {{ firstName }}');
      await page.locator('#body').fill('A question about {{ companyName }}.');
      if (!isScripted) await page.getByRole('button', { name: 'Save text' }).click();
      await page.locator('.preview .message-body').getByText('A question about').waitFor();
      await openFirst(page, `${url}/app/campaigns`, /Winter/);
      await page
        .getByRole('link', { name: /^Audience/ })
        .filter({ visible: true })
        .click();
      await expectText(page, 'Choose list');
    },
  },
  {
    name: 'look at a campaign',
    async walk(page, { url }) {
      await openFirst(page, `${url}/app/campaigns`, /autumn/);
      await expectText(page, 'Sending status', 'Steps', 'Schedule');
    },
  },
  {
    name: 'answer a reply by keyboard',
    async walk(page, { url, isScripted }) {
      await page.goto(`${url}/app/inbox`);
      if (isScripted) {
        await page.keyboard.press('j');
        await page.keyboard.press('r');
      } else await page.locator('main .inbox a').first().click();
      await page.waitForURL('**/app/replies/rpl_*');
      await page.locator('#bodyText').fill('Thank you, I will call.');
      if (isScripted) await page.keyboard.press('Control+Enter');
      else await page.getByRole('button', { name: /^Send reply/ }).click();
      await expectText(page, /^Send to /);
    },
  },
  {
    name: 'correct the class',
    async walk(page, { url }) {
      await page.goto(`${url}/app/inbox`);
      await page.locator('main .inbox a').first().click();
      await page.getByRole('button', { name: 'Change class' }).click();
      await page
        .locator('#menu-class')
        .getByRole('button', { name: /^Interested/ })
        .click();
      await expectText(page, /Class changed to Interested/);
    },
  },
  {
    name: 'approve in bulk',
    async walk(page, { url }) {
      await page.goto(`${url}/app/approvals`);
      const boxes = page.locator('main input[type=checkbox]');
      await boxes.first().check();
      await page.getByRole('button', { name: 'Approve selected' }).click();
      await page.getByRole('button', { name: /^Approve \d/ }).click();
      await page.waitForURL('**/app/approvals');
    },
  },
  {
    name: 'connect a mailbox',
    async walk(page, { url }) {
      await page.goto(`${url}/app/mailboxes/connect`);
      await page.getByRole('textbox', { name: 'Email address' }).fill('ada@analytical.invalid');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expectText(page, 'No servers found for this address', 'Server settings');
      await openFirst(page, `${url}/app/mailboxes`, /sandbox/);
      await expectText(page, 'Sending', 'Domain');
    },
  },
  {
    name: 'look at an agent and stop it',
    async walk(page, { url }) {
      await openFirst(page, `${url}/app/agents`, /operator/);
      await page.getByRole('button', { name: 'Suspend' }).click();
      await expectText(page, 'Suspended');
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('button', { name: 'Suspend' }).waitFor();
    },
  },
  {
    name: 'move the sandbox clock',
    async walk(page, { url }) {
      await page.goto(`${url}/app/sandbox`);
      await page.getByRole('button', { name: '+1 day' }).click();
      await expectText(page, 'In this workspace it is');
    },
  },
  {
    name: 'a reply comes in',
    async walk(page, { url, isScripted }) {
      const text = 'That is new to me. Please tell me more.';
      await page.goto(`${url}/app/inbox`);
      const recipient = await page.context().newPage();
      await openFirst(recipient, `${url}/app/sandbox`, /@/);
      await recipient.getByText('Write a reply', { exact: true }).click();
      await recipient.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
      await recipient.getByRole('button', { name: 'Send reply' }).click();
      await recipient.getByText('Classified as').waitFor();
      await recipient.close();
      if (!isScripted) await page.reload();
      await page.locator('main .inbox').getByText(text).waitFor({ timeout: liveMs });
    },
  },
];
