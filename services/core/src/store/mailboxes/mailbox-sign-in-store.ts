import { type MailboxDoc, MailboxModel, type MailboxSignIn } from './mailbox-store.ts';

/** Current sign-in. Readers hold mailbox records for a long time, so theirs can be outdated. */
export async function findSignIn(workspaceId: string, mailboxId: string): Promise<MailboxSignIn | null> {
  const found = await MailboxModel.findOne({ workspaceId, _id: mailboxId }, { signIn: 1 }).lean<MailboxDoc>();
  return found?.signIn ?? null;
}

type Tokens = Pick<MailboxSignIn, 'refreshSecret' | 'accessSecret' | 'expiresAt'>;

/**
 * Returns false if someone else renewed or replaced the sign-in in the meantime, which is then valid. Does not change
 * the version.
 */
export async function saveTokens(
  workspaceId: string,
  mailboxId: string,
  before: MailboxSignIn,
  { refreshSecret, accessSecret, expiresAt }: Tokens,
): Promise<boolean> {
  const filter = { workspaceId, _id: mailboxId, 'signIn.refreshSecret': before.refreshSecret };
  const changes = {
    'signIn.refreshSecret': refreshSecret,
    'signIn.accessSecret': accessSecret,
    'signIn.expiresAt': expiresAt,
    'signIn.withdrawnAt': null,
  };
  const { matchedCount } = await MailboxModel.updateOne(filter, { $set: changes });
  return matchedCount === 1;
}

export async function noteWithdrawn(
  workspaceId: string,
  mailboxId: string,
  before: MailboxSignIn,
  now: Date,
): Promise<void> {
  const filter = {
    workspaceId,
    _id: mailboxId,
    'signIn.refreshSecret': before.refreshSecret,
    'signIn.withdrawnAt': null,
  };
  await MailboxModel.updateOne(filter, { $set: { 'signIn.withdrawnAt': now } });
}
