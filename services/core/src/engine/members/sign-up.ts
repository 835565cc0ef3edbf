import { passwordProblem } from '../../domain/members/password-rules.ts';
import { AppError, type ErrorDetail } from '../../errors/errors.ts';
import { grantCredits } from '../../store/credits/ledger-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addMember } from '../../store/members/membership-store.ts';
import { createUser, findUserByEmail, normaliseUserEmail, type UserRecord } from '../../store/members/user-store.ts';
import { createWorkspace, type WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import { auditPerson, type PersonalAct, personActor } from './audit-person.ts';
import { hashPassword } from './passwords.ts';

export const nameLengthMax = 80;
export const emailLengthMax = 254;

export type SignUpInput = { name: string; email: string; password: string; workspaceName: string };
export type Identity = { user: UserRecord; workspace: WorkspaceRecord };

/** Validated input for an account. */
export interface NewAccount {
  name: string;
  email: string;
  workspaceName: string;
  passwordHash: string;
}

/** Origin of a request. The actor defaults to the person. */
export type AskedBy = Pick<PersonalAct, 'via' | 'requestId' | 'address'> & Partial<Pick<PersonalAct, 'actor'>>;

/** Throws for each invalid field. */
export async function prepareAccount({ password, ...input }: SignUpInput): Promise<NewAccount> {
  const details = await signUpProblems({ password, ...input });
  if (details.length > 0) throw new AppError('validation_failed', details[0]!.message, { details });
  return { ...input, passwordHash: await hashPassword(password) };
}

/** Creates a user, a workspace, and its trial credits, atomically. */
export async function createAccount(
  { name, email, workspaceName, passwordHash }: NewAccount,
  trialCredits: number,
  by: AskedBy,
  now: Date,
): Promise<Identity> {
  return inTransaction(async () => {
    if (await findUserByEmail(email)) throw emailTaken();
    const user = await createUser({ name: name.trim(), email, passwordHash, now });
    const workspace = await openWorkspace(user, { name: workspaceName, credits: trialCredits }, by, now);
    return { user, workspace };
  });
}

/** Call inside a transaction. */
export async function openWorkspace(
  user: UserRecord,
  { name, credits }: { name: string; credits: number },
  by: AskedBy,
  now: Date,
): Promise<WorkspaceRecord> {
  const workspace = await createWorkspace({ name: name.trim(), ownerId: user.id, now });
  await addMember(workspace.id, user.id, 'owner', now);
  const actor = personActor(user);
  const summary = `Created the workspace for ${user.name}.`;
  const act = { actor, ...by, action: 'create_workspace', effect: 'write', summary } as const;
  await auditPerson(workspace.id, { ...act, subjectIds: [workspace.id, user.id] }, now);
  const reason = { operationId: `trial:${workspace.id}`, actor, action: 'sign_up', note: 'Trial credits' };
  if (credits > 0) await grantCredits(workspace.id, credits, reason, now);
  return workspace;
}

async function signUpProblems(input: SignUpInput): Promise<ErrorDetail[]> {
  const problems: ErrorDetail[] = [];
  const expectText = (field: keyof SignUpInput, empty: string, lengthMax: number) => {
    const value = input[field].trim();
    if (value === '') problems.push({ field, message: empty });
    else if (value.length > lengthMax) problems.push({ field, message: `Use at most ${lengthMax} characters.` });
  };
  expectText('name', 'Tell us your name.', nameLengthMax);
  if (!isPlausibleEmail(input.email)) problems.push({ field: 'email', message: 'Give an e-mail address.' });
  expectText('workspaceName', 'Give the workspace a name, for example your company.', nameLengthMax);
  const password = await passwordProblem(input.password, normaliseUserEmail(input.email));
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
