import type { Manifest, OwnText } from '../../../domain/approvals/manifest.ts';
import { manifestSteps } from '../../../domain/approvals/manifest-texts.ts';
import { isTask } from '../../../domain/campaigns/sequence-step.ts';
import { takeSlices } from '../../../process/give-way.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import { type EnrollmentRecord, findEnrollmentsAfter } from '../../../store/campaigns/enrollment-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { mailboxesOf, usableOf } from '../../campaigns/campaign-mailboxes.ts';
import { findPeople, mailboxFor, type Person, scopeOf } from '../../campaigns/campaign-people.ts';
import { earliestTime } from '../../campaigns/steps/queue-messages.ts';
import { flagClaims } from './flag-claims.ts';
import { ManifestBuilder } from './manifest-builder.ts';

/** Someone who gets the messages of a campaign. */
export interface CampaignRecipient {
  person: Person;
  /** Mailbox that has contacted them before. Null draws one. */
  mailboxId: string | null;
  /** True if the first message is not queued yet. */
  isNew: boolean;
  /** False if the message carries no Art. 14 notice, although the person has not had one. */
  hasNotice?: boolean;
  /** Time of the queued message. */
  earliestAt?: Date | null;
  own?: OwnText[];
}

interface Facts {
  workspace: WorkspaceRecord;
  now: Date;
}

/** Adds people of a campaign, with the steps that the approval covers: all of them, or one. */
export async function addRecipients(
  builder: ManifestBuilder,
  { campaign, recipients, stepId }: { campaign: CampaignRecord; recipients: CampaignRecipient[]; stepId?: string },
  { workspace, now }: Facts,
): Promise<void> {
  const mailboxes = await mailboxesOf(workspace.id, campaign);
  const usable = usableOf(mailboxes);
  const drawn = usable.length > 0 ? usable : mailboxes;
  if (drawn.length === 0) return;
  for (const mailbox of mailboxes) builder.addMailbox(mailbox);
  const steps = manifestSteps(campaign.steps).filter(({ id }) => stepId === undefined || id === stepId);
  const after = campaign.startAt !== null && campaign.startAt > now ? campaign.startAt : now;
  const giveWay = takeSlices();
  const notice = workspace.settings.art14Notice?.trim() ?? '';
  for (const { person, mailboxId, isNew, hasNotice = true, earliestAt, own = [] } of recipients) {
    const { contact } = person;
    const mailbox = mailboxes.find(({ id }) => id === mailboxId) ?? mailboxFor(drawn, contact.id);
    const [first] = campaign.steps;
    builder.addSequence({
      campaignId: campaign.id,
      person,
      scope: scopeOf(person, mailbox, workspace, now),
      timeZone: contact.timeZone ?? workspace.settings.timeZone,
      steps,
      mailbox,
      hasLink: campaign.unsubscribe,
      notice: contact.noticeSentAt || !hasNotice ? '' : notice,
      earliestAt:
        isNew && first && !isTask(first)
          ? earliestTime(first, after, person, campaign, workspace)
          : (earliestAt ?? null),
      own,
    });
    await giveWay();
  }
}

const readAtOnce = 1_000;

/** Everyone with an open enrollment, in batches. */
export async function* openRecipients(
  { workspaceId, id }: Pick<CampaignRecord, 'workspaceId' | 'id'>,
  states: readonly EnrollmentRecord['state'][],
): AsyncGenerator<CampaignRecipient[]> {
  for (let afterId = ''; ; ) {
    const part = await findEnrollmentsAfter(workspaceId, { campaignId: id, states, afterId }, readAtOnce);
    const people = await findPeople(
      workspaceId,
      part.map(({ contactId }) => contactId),
    );
    yield part.flatMap(({ contactId, mailboxId, startedAt }) => {
      const person = people.get(contactId);
      return person === undefined ? [] : [{ person, mailboxId, isNew: startedAt === null }];
    });
    if (part.length < readAtOnce) return;
    afterId = part.at(-1)!.id;
  }
}

/** Exactly what a launch or a resumption sends. */
export async function sequenceManifest(
  action: string,
  campaign: CampaignRecord,
  states: readonly EnrollmentRecord['state'][],
  facts: Facts,
): Promise<Manifest> {
  const builder = new ManifestBuilder(action, facts.workspace);
  for await (const recipients of openRecipients(campaign, states))
    await addRecipients(builder, { campaign, recipients }, facts);
  return flagClaims(await builder.finish(campaign.id), facts.workspace);
}
