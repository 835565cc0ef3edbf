import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { chromiumPath, noBrowser, startBrowser } from '../harness/browser.ts';
import { startProduct } from '../harness/product.ts';
import { WebSession } from '../harness/web-session.ts';
import { type FilledWorkspace, fillWorkspace } from './fill-workspace.ts';

/**
 * `npm run screenshots` creates the pictures of the documents. With a folder, it captures every page in all sizes and
 * color schemes.
 */
const everything = process.argv[2];
const documents = join(import.meta.dirname, '../../docs/screenshots');

function pagesOf({ campaignId, contactId, replyId }: FilledWorkspace): Record<string, string> {
  return {
    home: '/app',
    inbox: '/app/inbox',
    reply: `/app/replies/${replyId}`,
    approvals: '/app/approvals',
    campaign: `/app/campaigns/${campaignId}`,
    contacts: '/app/contacts',
    contact: `/app/contacts/${contactId}`,
    find: '/app/find?description=heads+of+operations+at+logistics+companies+in+Germany',
    mailboxes: '/app/mailboxes',
    agents: '/app/agents',
  };
}

const others = [
  'campaigns companies lists tags scoring data-sets searches tasks messages enrollments suppression sandbox reports',
  'jobs audit events credits integrations webhooks members settings autopilot commands notifications security profile menu search',
  'do/create_campaign import do/import_contacts do/create_target_profile do/start_contact_export do/connect_mailbox',
  'mailboxes/connect integrations/keys/new files settings/all design',
].flatMap((paths) => paths.split(' '));

const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

async function signIn(context: BrowserContext, url: string, account: { email: string; password: string }) {
  const page = await context.newPage();
  await page.goto(`${url}/app/sign-in`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${url}/app`);
  return page;
}

if (chromiumPath === undefined) throw new Error(noBrowser);
const product = await startProduct({ NODE_ENV: 'development' });
const chrome = await startBrowser();
try {
  const account = { email: 'ada@analytical.example', password: 'correct horse battery staple' };
  const person = { ...account, name: 'Ada Lovelace', workspaceName: 'Analytical Engines', next: '/app' };
  await new WebSession(product.url).submit('/app/sign-up', '/app/sign-up', person);
  const made = ['key', 'create', '--email', account.email, '--scopes', 'all', '--unattended'];
  const pages = pagesOf(await fillWorkspace(product.url, await product.operate(...made)));
  const context = await chrome.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });
  const page = await signIn(context, product.url, account);
  const folder = everything ?? documents;
  mkdirSync(folder, { recursive: true });
  const all = everything
    ? { ...pages, ...Object.fromEntries(others.map((path) => [path.replace('/', '-'), `/app/${path}`])) }
    : pages;
  for (const [name, path] of Object.entries(all)) {
    for (const look of everything ? looks : looks.slice(0, 1)) {
      await page.setViewportSize({ width: look.width, height: 800 });
      await page.emulateMedia({ colorScheme: look.colorScheme });
      await page.goto(product.url + path);
      const file = everything ? `${name}-${look.width}-${look.colorScheme}.png` : `${name}.png`;
      await page.screenshot({ path: join(folder, file), fullPage: everything !== undefined });
    }
  }
} finally {
  await chrome.close();
  await product.stop();
}
