import type { SkipReason } from '../domain/mail/message-state.ts';
import type { WorkspaceRecord } from '../store/identity/workspace-store.ts';
import type { MailboxRecord } from '../store/mail/mailbox-store.ts';
import type { Reservation } from './reserve-caps.ts';

/** Why a due message waits; shown as the sending status of its campaign. */
export type WaitReason =
  | 'outside_window'
  | 'campaign_paused'
  | 'enrollment_paused'
  | 'campaign_daily_cap'
  | 'mailbox_daily_cap'
  | 'company_cap'
  | 'no_mailbox'
  | 'all_mailboxes_failing';

/** What is to be done with a due message. */
export type SendVerdict =
  | {
      kind: 'send';
      workspace: WorkspaceRecord;
      mailbox: MailboxRecord;
      reservations: Reservation[];
      hasUnsubscribeLink: boolean;
    }
  | { kind: 'wait'; reason: WaitReason; until: Date }
  | { kind: 'skip'; reason: SkipReason }
  | { kind: 'needs_approval' };
