import { type CampaignRecord, insertCampaign, type NewCampaign } from '../store/campaign-store.ts';
import { type ContactRecord, insertContact, type NewContact } from '../store/contact-store.ts';
import { insertEnrollments, startEnrollments } from '../store/enrollment-store.ts';
import { insertMailbox, type MailboxRecord, type NewMailbox } from '../store/mailbox-store.ts';
import { insertMessages, type MessageRecord } from '../store/message-store.ts';
import { updateWorkspaceSettings } from '../store/workspace-store.ts';

export interface CampaignOptions {
  workspaceId: string;
  people: number;
  /** Null: the sandbox mailbox. */
  smtpPort: number | null;
  now: Date;
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

/** A campaign of two steps with the first message of each person due now: for tests of what sends and receives. */
export const startRunningCampaign = async (options: CampaignOptions): Promise<RunningCampaign> => {
  const { workspaceId, people, now, smtpPort } = options;
  await updateWorkspaceSettings(workspaceId, { postalAddress: 'Acme Ltd, 1 Road, Town', perCompanyDailyCap: 0 }, now);
  const server = { host: '127.0.0.1', port: smtpPort ?? 0, security: 'none', username: null, secret: null } as const;
  const own = smtpPort === null ? { kind: 'capture' as const } : { kind: 'smtp' as const, smtp: server };
  const address = `ada.${people}@acme.example`;
  const mailbox = await insertMailbox(workspaceId, { ...own, address, dailyCap: 10_000, ...options.mailbox }, now);
  const campaign = await insertCampaign(
    workspaceId,
    {
      name: 'Test',
      createdBy: 'test',
      state: 'running',
      window: allDay,
      mailboxIds: [mailbox.id],
      launchedAt: now,
      launchedBy: 'test',
      steps: [
        { ...text, id: 'stp_1', subject: 'Hello', body: 'Hello.' },
        { ...text, id: 'stp_2', thread: 'reply', waitMinutes: 60, subject: '', body: 'Again.' },
      ],
      ...options.campaign,
    },
    now,
  );
  const contacts: ContactRecord[] = [];
  for (let index = 0; index < people; index += 1) {
    contacts.push(
      await insertContact(
        workspaceId,
        {
          email: `person${index}@company${index}.example`,
          emailStatus: 'valid',
          firstName: `Person${index}`,
          declaredBasis: 'legitimate_interest',
          source: 'manual',
          doNotContact: false,
          createdBy: 'test',
          ...options.contact,
        },
        now,
      ),
    );
  }
  const wanted = contacts.map(({ id }) => ({
    campaignId: campaign.id,
    contactId: id,
    companyId: null,
    createdBy: 'test',
  }));
  const enrollments = await insertEnrollments(workspaceId, wanted, now);
  const enrollmentIds = enrollments.map(({ id }) => id);
  await startEnrollments(workspaceId, enrollmentIds, mailbox.id, now);
  const messages = await insertMessages(
    workspaceId,
    enrollments.map((enrollment, index) => ({
      kind: 'campaign',
      state: 'scheduled',
      campaignId: campaign.id,
      enrollmentId: enrollment.id,
      contactId: enrollment.contactId,
      stepId: 'stp_1',
      stepIndex: 0,
      variantId: 'A',
      mailboxId: mailbox.id,
      to: contacts[index]!.email!,
      subject: 'Hello',
      bodyText: 'Hello.',
      scheduledAt: now,
      approvedAt: now,
      approvedBy: 'test',
    })),
    now,
  );
  return { campaign, contacts, messages, mailbox };
};

/** Looks again and again until it is so: for what other loops do. */
export const until = async (condition: () => Promise<boolean> | boolean, timeoutMs = 10_000): Promise<void> => {
  for (const end = performance.now() + timeoutMs; performance.now() < end; ) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not happen in time.');
};
