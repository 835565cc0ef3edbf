import { noGap } from '../domain/sending/send-slot.ts';
import { type CampaignRecord, insertCampaign, type NewCampaign } from '../store/campaigns/campaign-store.ts';
import { insertEnrollments, startEnrollments } from '../store/campaigns/enrollment-bulk.ts';
import { type ContactRecord, insertContact, type NewContact } from '../store/contacts/contact-store.ts';
import { insertMailbox, type MailboxRecord, type NewMailbox } from '../store/mailboxes/mailbox-store.ts';
import { insertMessages, type MessageRecord } from '../store/messages/message-store.ts';
import { updateWorkspaceSettings } from '../store/workspaces/workspace-store.ts';

export interface CampaignOptions {
  workspaceId: string;
  people: number;
  /** Null for the sandbox mailbox. */
  smtpPort: number | null;
  now: Date;
  /** Tells the people of several campaigns apart. */
  name?: string;
  campaign?: Partial<NewCampaign>;
  contact?: Partial<NewContact>;
  mailbox?: Partial<NewMailbox>;
}

export interface RunningCampaign {
  campaign: CampaignRecord;
  contacts: ContactRecord[];
  messages: MessageRecord[];
  mailbox: MailboxRecord;
}

const allDay = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00', timeZone: 'UTC' };
const text = { thread: 'new' as const, variants: [], waitMinutes: 0 };

function addMailbox({
  workspaceId,
  people,
  smtpPort,
  mailbox,
  now,
  name = '',
}: CampaignOptions): Promise<MailboxRecord> {
  const server = { host: '127.0.0.1', port: smtpPort ?? 0, security: 'none', username: null, secret: null } as const;
  const own = smtpPort === null ? { kind: 'capture' as const } : { kind: 'smtp' as const, smtp: server };
  return insertMailbox(
    workspaceId,
    { ...own, address: `ada.${people}@${name}acme.example`, dailyCap: 10_000, gapSeconds: noGap, ...mailbox },
    now,
  );
}

function addCampaign({ workspaceId, campaign, now }: CampaignOptions, mailboxId: string): Promise<CampaignRecord> {
  const launch = { state: 'running', launchedAt: now, launchedBy: 'test' } as const;
  const steps = [
    { ...text, id: 'stp_1', subject: 'Hello', body: 'Hello.' },
    { ...text, id: 'stp_2', thread: 'reply' as const, waitMinutes: 60, subject: '', body: 'Again.' },
  ];
  const own = { name: 'Test', createdBy: 'test', window: allDay, mailboxIds: [mailboxId], steps };
  return insertCampaign(workspaceId, { ...own, ...launch, ...campaign }, now);
}

async function addContacts({
  workspaceId,
  people,
  contact,
  now,
  name = '',
}: CampaignOptions): Promise<ContactRecord[]> {
  const contacts: ContactRecord[] = [];
  for (let index = 0; index < people; index += 1) {
    const facts: NewContact = {
      email: `person${index}@${name}company${index}.example`,
      emailStatus: 'valid',
      firstName: `Person${index}`,
      declaredBasis: 'legitimate_interest',
      source: 'manual',
      doNotContact: false,
      createdBy: 'test',
      ...contact,
    };
    contacts.push(await insertContact(workspaceId, facts, now));
  }
  return contacts;
}

function firstMessage({ id, email }: ContactRecord, campaignId: string, enrollmentId: string, mailboxId: string) {
  return {
    kind: 'campaign' as const,
    state: 'scheduled' as const,
    campaignId,
    enrollmentId,
    contactId: id,
    stepId: 'stp_1',
    stepIndex: 0,
    variantId: 'A',
    mailboxId,
    to: email!,
    subject: 'Hello',
    bodyText: 'Hello.',
    approvedBy: 'test',
  };
}

/** Starts a two-step campaign with each person's first message due now, for tests of sending and receiving. */
export async function startRunningCampaign(options: CampaignOptions): Promise<RunningCampaign> {
  const { workspaceId, now } = options;
  await updateWorkspaceSettings(workspaceId, { postalAddress: 'Acme Ltd, 1 Road, Town', perCompanyDailyCap: 0 }, now);
  const mailbox = await addMailbox(options);
  const campaign = await addCampaign(options, mailbox.id);
  const contacts = await addContacts(options);
  const base = { campaignId: campaign.id, companyId: null, createdBy: 'test' };
  const wanted = contacts.map(({ id }) => ({ ...base, contactId: id }));
  const enrollments = await insertEnrollments(workspaceId, wanted, now);
  await startEnrollments(workspaceId, enrollments, mailbox.id, now);
  const due = contacts.map((contact, index) => ({
    ...firstMessage(contact, campaign.id, enrollments[index]!.id, mailbox.id),
    scheduledAt: now,
    approvedAt: now,
  }));
  return { campaign, contacts, mailbox, messages: await insertMessages(workspaceId, due, now) };
}

/** Polls until the condition holds, for effects of other loops. Can take long on a busy machine or another store. */
export async function until(condition: () => Promise<boolean> | boolean, timeoutMs = 60_000): Promise<void> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; ) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not happen in time.');
}
