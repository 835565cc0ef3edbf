import type { ManifestMailbox } from '../../../domain/approvals/manifest.ts';
import { footerText, languageFor } from '../../../domain/messages/footer.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import type { CampaignMailbox } from '../../campaigns/campaign-mailboxes.ts';
import { senderNameOf } from '../../campaigns/campaign-people.ts';

export type Sender = Pick<CampaignMailbox, 'address' | 'displayName' | 'replyTo' | 'signature'>;
export type Around = Pick<WorkspaceRecord, 'settings' | 'name' | 'id'>;

/** A mailbox as recipients see it. */
export function manifestMailbox(mailbox: Sender, workspace: Around): ManifestMailbox {
  const { address, replyTo, signature } = mailbox;
  return { address, name: senderNameOf(mailbox, workspace), replyTo: replyTo ?? null, signature: signature.trim() };
}

/** A footer without the link of one message. Empty for messages outside of campaigns. */
export function footerOf(language: string | null, bodyText: string, hasLink: boolean, { settings }: Around): string {
  const { postalAddress, footer: wording = {} } = settings;
  const known = languageFor(language, bodyText);
  return footerText({ postalAddress, wording, language: known, unsubscribeUrl: hasLink ? '' : null });
}
