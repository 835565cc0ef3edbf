import { shortDigest } from '../../domain/campaigns/approved-texts.ts';
import { footerLanguages, footerText, languageFor } from '../../domain/messages/footer.ts';
import type { ApprovedFrame, CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { type CampaignMailbox, mailboxesOf } from './campaign-mailboxes.ts';
import { senderNameOf } from './campaign-people.ts';

type Sender = Pick<CampaignMailbox, 'address' | 'displayName' | 'signature' | 'replyTo'>;
type Workspace = Pick<WorkspaceRecord, 'settings' | 'name'>;

function senderDigest(mailbox: Sender, workspace: Workspace): string {
  const { address, replyTo, signature } = mailbox;
  return shortDigest([senderNameOf(mailbox, workspace), address, replyTo ?? null, signature.trim()]);
}

/** Digest of the footer without the link, which differs for each message. */
function footerDigest(language: string, { settings }: Workspace, hasLink: boolean): string {
  const known = footerLanguages.find((each) => each === language) ?? 'en';
  const { postalAddress, footer: wording = {} } = settings;
  return shortDigest(footerText({ postalAddress, wording, language: known, unsubscribeUrl: hasLink ? '' : null }));
}

function noticeDigest({ settings }: Workspace): string {
  return shortDigest(settings.art14Notice?.trim() ?? '');
}

/** Everything around the texts of a campaign that its approval covers: each sender, the footers, and the notice. */
export function frameOf(
  { unsubscribe }: Pick<CampaignRecord, 'unsubscribe'>,
  mailboxes: readonly Sender[],
  workspace: Workspace,
): ApprovedFrame {
  const footers = footerLanguages.map((language) => [language, footerDigest(language, workspace, unsubscribe)]);
  return {
    senders: mailboxes.map((mailbox) => ({ address: mailbox.address, digest: senderDigest(mailbox, workspace) })),
    footers: Object.fromEntries(footers),
    notice: noticeDigest(workspace),
  };
}

/** Current frame, which a launch or a resumption approves. */
export async function frameNow(
  campaign: Pick<CampaignRecord, 'unsubscribe' | 'mailboxIds'>,
  { workspace }: ActionContext,
): Promise<ApprovedFrame> {
  return frameOf(campaign, await mailboxesOf(workspace.id, campaign), workspace);
}

/** A message and everything around its text, as it would be sent now. */
export interface FramedMessage {
  message: Pick<MessageRecord, 'bodyText' | 'hasNotice' | 'to' | 'attachments'>;
  language: string | null;
  mailbox: Sender;
  hasLink: boolean;
}

/** True if the approval of the campaign covers this sender, footer, and notice. */
export function coversFrame(frame: ApprovedFrame, framed: FramedMessage, workspace: Workspace): boolean {
  const { message, mailbox, hasLink } = framed;
  const language = languageFor(framed.language, message.bodyText);
  const sender = senderDigest(mailbox, workspace);
  return (
    frame.senders.some(({ address, digest }) => address === mailbox.address && digest === sender) &&
    frame.footers[language] === footerDigest(language, workspace, hasLink) &&
    (!message.hasNotice || frame.notice === noticeDigest(workspace))
  );
}

/** Digest of the frame for a message that a person approved individually. */
export function messageFrameDigest({ message, mailbox, language, hasLink }: FramedMessage, workspace: Workspace) {
  const footer = footerDigest(languageFor(language, message.bodyText), workspace, hasLink);
  const notice = message.hasNotice ? noticeDigest(workspace) : null;
  return shortDigest([senderDigest(mailbox, workspace), footer, notice, message.to, message.attachments ?? []]);
}
