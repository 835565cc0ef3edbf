import { createCampaign } from '../../actions/campaigns/create-campaign.ts';
import { enrollContacts } from '../../actions/campaigns/enrollments/enroll-contacts.ts';
import { listCampaigns } from '../../actions/campaigns/list-campaigns.ts';
import { upsertContacts } from '../../actions/contacts/bulk/upsert-contacts.ts';
import type { listMailboxes } from '../../actions/mailboxes/list-mailboxes.ts';
import { listReplies } from '../../actions/replies/list-replies.ts';
import { deliverInSandbox } from '../../actions/sandbox/deliver-in-sandbox.ts';
import { listSandboxMessages } from '../../actions/sandbox/list-sandbox-messages.ts';
import { listSuppressions } from '../../actions/suppressions/list-suppressions.ts';
import { updateSettings } from '../../actions/workspaces/update-settings.ts';
import { hasPassedTest } from '../../engine/mailboxes/passed-test.ts';
import { sayNext } from '../chain/flash.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { actionHref } from '../do/action-link.ts';
import { performAction, readAction } from '../do/perform-action.ts';
import { keepLook, readLook } from '../frame/look.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';

type Mailbox = Awaited<ReturnType<typeof listMailboxes.run>>['data'][number];

/** Fictitious people at companies that cannot exist. */
const examples = [
  { firstName: 'Anna', lastName: 'Berg', title: 'Head of Operations', companyName: 'Nordwind Freight' },
  { firstName: 'Luca', lastName: 'Rossi', title: 'Supply Chain Director', companyName: 'Adria Cargo' },
  { firstName: 'Zoe', lastName: 'Martin', title: 'Head of Logistics', companyName: 'Loire Express' },
];
const steps = [
  {
    subject: 'A question, {{ firstName }}',
    body: 'Hello {{ firstName }},\n\nwho plans the routes at {{ companyName }}?',
  },
  { waitDays: 3, body: 'Hello {{ firstName }}, did my question reach you?' },
];

/** From a new workspace to the first reply, in the sandbox: no mail leaves this machine. */
export function firstSteps(router: WebRouter, deps: WebDeps): void {
  router.post('/app/first-steps/example', requireRoleAtPage('admin'), (ctx) => makeExample(ctx, deps));
  router.post('/app/first-steps/hide', requireMember, async (ctx) => {
    keepLook(ctx, deps.config, { ...readLook(ctx), goLive: 'hidden' }, deps.now());
    sayNext(ctx, deps, 'Hidden. You can show the steps again under Profile.');
    ctx.redirect('/app');
  });
  router.post('/app/first-steps/deliver', requireRoleAtPage('member'), async (ctx) => {
    const { summary } = await performAction(ctx, deps, deliverInSandbox, {});
    sayNext(ctx, deps, summary);
    ctx.redirect('/app/sandbox');
  });
}

/** Creates three people and a campaign for them. The person launches it. */
async function makeExample(ctx: WebContext, deps: WebDeps): Promise<void> {
  const postalAddress = fieldIn(ctx, 'postalAddress').replace(/\r\n?/g, '\n').trim();
  if (postalAddress !== '') await performAction(ctx, deps, updateSettings, { postalAddress });
  const facts = { declaredBasis: 'legitimate_interest', emailStatus: 'valid' };
  const contacts = examples.map((one) => ({ ...one, ...facts, email: addressOf(one) }));
  const stored = await performAction(ctx, deps, upsertContacts, { contacts, tags: ['example'] });
  const contactIds = (stored.data.results as { contactId: string }[]).map(({ contactId }) => contactId);
  const { data } = await performAction(ctx, deps, createCampaign, { name: 'My first campaign', steps });
  await performAction(ctx, deps, enrollContacts, { campaignId: data.id, contactIds });
  ctx.redirect(actionHref('launch_campaign', { campaignId: String(data.id) }, '/app'));
}

function addressOf({ firstName, companyName }: (typeof examples)[number]): string {
  return `${firstName}@${companyName.replace(/\W/g, '')}.example`.toLowerCase();
}

/**
 * Setup progress: the three steps in the sandbox, then the requirements of real sending. Null if the workspace sends
 * real mail.
 */
export async function progressOf(ctx: WebContext, deps: WebDeps, mailboxes: readonly Mailbox[]) {
  const { settings } = memberIn(ctx).workspace;
  const one = { limit: 1 };
  const real = mailboxes.find(({ kind }) => kind !== 'capture');
  const hasReply = (await readAction(ctx, deps, listReplies, one)).length > 0;
  const hasSuppressions = await hasOwnSuppressions(ctx, deps);
  const hasAddress = settings.postalAddress !== '';
  const isChecked = real !== undefined && (await hasPassedTest(memberIn(ctx).workspace.id, real.id));
  if (isChecked && hasAddress && hasSuppressions) return null;
  const campaigns = await readAction(ctx, deps, listCampaigns, { limit: 20 });
  const captured = await readAction(ctx, deps, listSandboxMessages, one);
  const isLaunched = campaigns.some(({ state }) => state !== 'draft');
  const checklist = checklistOf({ hasAddress, isLaunched, hasSuppressions, isChecked, mailboxId: real?.id });
  return {
    isNew: real === undefined && !hasReply,
    isHidden: readLook(ctx).goLive === 'hidden',
    hasAddress,
    draft: campaigns.find(({ state }) => state === 'draft')?.id,
    isLaunched,
    isDelivered: captured.length > 0,
    checklist,
    doneCount: checklist.filter(({ isDone }) => isDone).length,
  };
}

/** True if the workspace has brought its list. Entries that opt-outs and bounces make do not count. */
async function hasOwnSuppressions(ctx: WebContext, deps: WebDeps): Promise<boolean> {
  for (const reason of ['import', 'manual'] as const) {
    if ((await readAction(ctx, deps, listSuppressions, { reason, limit: 1 })).length > 0) return true;
  }
  return false;
}

interface Setup {
  hasAddress: boolean;
  isLaunched: boolean;
  hasSuppressions: boolean;
  isChecked: boolean;
  mailboxId?: string;
}

function checklistOf({ hasAddress, isLaunched, hasSuppressions, isChecked, mailboxId }: Setup) {
  const mailbox = mailboxId && `/app/mailboxes/${mailboxId}`;
  return [
    { text: 'Add your postal address', href: '/app/settings', isDone: hasAddress },
    { text: 'Launch in the sandbox', href: '/app/campaigns', isDone: isLaunched },
    {
      text: 'Import your suppression list',
      href: actionHref('add_suppressions', {}, '/app'),
      isDone: hasSuppressions,
    },
    { text: 'Connect a mailbox', href: '/app/mailboxes/connect', isDone: mailbox !== undefined },
    { text: 'Check SPF, DKIM, and DMARC', href: mailbox ?? '/app/mailboxes/connect', isDone: isChecked },
  ];
}
