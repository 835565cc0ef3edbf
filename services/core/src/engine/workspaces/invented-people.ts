import type { InventedRule, ReservedSetting } from '../../domain/contacts/invented-person.ts';
import { counted } from '../../domain/text/counted.ts';
import { type LedgerReason, refundCredits } from '../../store/credits/ledger-store.ts';
import { hasRealMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { clearSpent, sumSpent } from '../../store/prospects/revealed-person-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';

/** Prefix of the directory's person IDs. */
const inventedIds = 'prs_dir_';

/** How the workspace treats invented people now. */
export async function inventedRuleOf(workspaceId: string, setting: ReservedSetting): Promise<InventedRule> {
  if (setting.areReservedRecipientsAllowed) return 'as_others';
  return (await hasRealMailbox(workspaceId)) ? 'skip' : 'pass';
}

/** True while the workspace sees the built-in directory, if it has no provider. */
export async function seesDirectory(workspaceId: string): Promise<boolean> {
  if (await hasRealMailbox(workspaceId)) return false;
  return (await findWorkspace(workspaceId))?.settings.inventedPeople !== false;
}

/** Credits that invented people cost the workspace and that it has not got back. */
export function creditsOfInvented(workspaceId: string): Promise<number> {
  return sumSpent(workspaceId, inventedIds);
}

/**
 * Returns the credits spent on invented people, in one ledger entry. Later calls find nothing left to return. Returns
 * their number. Call inside the transaction that connects the first real mailbox or provider.
 */
export async function returnInventedCredits(workspaceId: string, reason: LedgerReason, now: Date): Promise<number> {
  const credits = await creditsOfInvented(workspaceId);
  if (credits === 0) return 0;
  await clearSpent(workspaceId, inventedIds);
  await refundCredits(workspaceId, credits, { ...reason, note: 'Credits spent on invented people.' }, now);
  return credits;
}

/** End of a sentence about the connection, such as " and return 3 credits spent on invented people". */
export function returnedInWords(verb: string, credits: number): string {
  return credits === 0 ? '' : ` and ${verb} ${counted(credits, 'credit')} spent on invented people`;
}
