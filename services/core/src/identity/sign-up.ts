import type { Actor } from '../domain/actor.ts';
import { passwordProblem } from '../domain/identity/password-rules.ts';
import { AppError, type ErrorDetail } from '../errors.ts';
import { addMember } from '../store/identity/membership-store.ts';
import { createUser, findUserByEmail, normaliseUserEmail, type UserRecord } from '../store/identity/user-store.ts';
import { createWorkspace, type WorkspaceRecord } from '../store/identity/workspace-store.ts';
import { grantCredits } from '../store/requests/ledger-store.ts';
import { inTransaction } from '../store/transaction.ts';
import { hashPassword } from './passwords.ts';

export const nameLengthMax = 80;
export const emailLengthMax = 254;

export type SignUpInput = { name: string; email: string; password: string; workspaceName: string };
export type Identity = { user: UserRecord; workspace: WorkspaceRecord };

/** A user with a workspace of their own and its trial credits: all of it, or nothing. */
export async function signUp(input: SignUpInput, trialCredits: number, now: Date): Promise<Identity> {
  const details = signUpProblems(input);
  if (details.length > 0) throw new AppError('validation_failed', details[0]!.message, { details });
  if (await findUserByEmail(input.email)) throw emailTaken();
  const passwordHash = await hashPassword(input.password);
  return inTransaction(async () => {
    if (await findUserByEmail(input.email)) throw emailTaken();
    const user = await createUser({ name: input.name.trim(), email: input.email, passwordHash, now });
    const workspace = await openWorkspace(user, input.workspaceName, trialCredits, now);
    return { user, workspace };
  });
}

/** Call inside a transaction. */
export async function openWorkspace(
  user: UserRecord,
  name: string,
  credits: number,
  now: Date,
): Promise<WorkspaceRecord> {
  const workspace = await createWorkspace({ name: name.trim(), ownerId: user.id, now });
  await addMember(workspace.id, user.id, 'owner', now);
  const actor: Actor = { kind: 'user', id: user.id, name: user.name, userId: user.id };
  const reason = { operationId: `trial:${workspace.id}`, actor, action: 'sign_up', note: 'Trial credits' };
  if (credits > 0) await grantCredits(workspace.id, credits, reason, now);
  return workspace;
}

export function signUpProblems(input: SignUpInput): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const expectText = (field: keyof SignUpInput, empty: string, lengthMax: number) => {
    const value = input[field].trim();
    if (value === '') problems.push({ field, message: empty });
    else if (value.length > lengthMax) problems.push({ field, message: `Use at most ${lengthMax} characters.` });
  };
  expectText('name', 'Tell us your name.', nameLengthMax);
  if (!isPlausibleEmail(input.email)) problems.push({ field: 'email', message: 'Give an e-mail address.' });
  expectText('workspaceName', 'Give the workspace a name, for example your company.', nameLengthMax);
  const password = passwordProblem(input.password, normaliseUserEmail(input.email));
  if (password) problems.push({ field: 'password', message: password });
  return problems;
}

function isPlausibleEmail(email: string): boolean {
  return email.trim().length <= emailLengthMax && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(email.trim());
}

function emailTaken(): AppError {
  const message = 'There is an account with this e-mail address already.';
  return new AppError('already_exists', message, { field: 'email', details: [{ field: 'email', message }] });
}
