import { type MailboxDoc, MailboxModel, type MailboxSignIn } from './mailbox-store.ts';

/** The sign-in as it is now: records of mailboxes are held for long by those who read them. */
export async function findSignIn(workspaceId: string, mailboxId: string): Promise<MailboxSignIn | null> {
  const found = await MailboxModel.findOne({ workspaceId, _id: mailboxId }, { signIn: 1 }).lean<MailboxDoc>();
  return found?.signIn ?? null;
}

type Tokens = Pick<MailboxSignIn, 'refreshSecret' | 'accessSecret' | 'expiresAt'>;

/** False when somebody else has renewed or replaced the sign-in meanwhile: theirs counts. No change of the version. */
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
