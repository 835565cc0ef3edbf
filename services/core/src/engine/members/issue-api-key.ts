import { type DailyLimits, limitMax } from '../../domain/approvals/daily-limits.ts';
import { AppError, type ErrorDetail } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { type ApiKeyRecord, apiKeysMax, countApiKeys, createApiKey } from '../../store/members/api-key-store.ts';
import { holdStanding } from '../../store/members/membership-store.ts';
import { auditPerson, type PersonalAct } from './audit-person.ts';

export const keyNameLengthMax = 80;
const dayMs = 24 * 60 * 60_000;

export interface KeyWish {
  name: string;
  scopes: string[];
  /** Days until the key expires. Null if it never does. */
  expiresInDays: number | null;
  /** Daily limits of an unattended key without approval. Absent for a key that requests approval. */
  unattended?: DailyLimits;
  /** True if small reversible changes over MCP run without confirmation. */
  runsAtOnce?: boolean;
}

export interface KeyIssuer {
  user: { id: string };
  /** Caller, for the audit log. */
  act: Pick<PersonalAct, 'actor' | 'via' | 'requestId' | 'address'>;
  /** All existing scopes, in the order of the registry. */
  knownScopes: readonly string[];
}

/** Creates a key for a workspace for one of its members. The returned `key` is not stored. */
export async function issueApiKey(
  workspaceId: string,
  wish: KeyWish,
  { user, act, knownScopes }: KeyIssuer,
  now: Date,
): Promise<{ key: string; record: ApiKeyRecord }> {
  const details = keyProblems(wish, knownScopes);
  if (details.length > 0) throw new AppError('validation_failed', details[0]!.message, { details });
  const scopes = knownScopes.filter((scope) => wish.scopes.includes(scope));
  const expiresAt = wish.expiresInDays === null ? null : new Date(now.getTime() + wish.expiresInDays * dayMs);
  const name = wish.name.trim();
  return inTransaction(async () => {
    await requireRoomForKey(workspaceId, user.id, now);
    const issued = await createApiKey(workspaceId, {
      name,
      scopes,
      dailyLimits: wish.unattended,
      runsAtOnce: wish.runsAtOnce,
      createdBy: user.id,
      expiresAt,
      now,
    });
    const kind = wish.unattended ? 'unattended API key' : 'API key';
    const summary = `Created the ${kind} ${name} (…${issued.record.lastFour}).`;
    const subjectIds = [issued.record.id];
    await auditPerson(
      workspaceId,
      {
        ...act,
        action: 'create_api_key',
        effect: 'write',
        summary,
        subjectIds,
        input: { name, scopes, unattended: wish.unattended ?? null, runsAtOnce: wish.runsAtOnce ?? false, expiresAt },
      },
      now,
    );
    return issued;
  });
}

async function requireRoomForKey(workspaceId: string, userId: string, now: Date): Promise<void> {
  const standing = await holdStanding(workspaceId, userId, now);
  if (standing === null || standing.role === 'viewer')
    throw new AppError('requires_person', 'Only owners, admins, and members of the workspace create keys.');
  if ((await countApiKeys(workspaceId)) < apiKeysMax) return;
  throw new AppError('limit_reached', `A workspace can have ${apiKeysMax} keys. Revoke one that is no longer used.`);
}

function keyProblems(wish: KeyWish, knownScopes: readonly string[]): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const name = wish.name.trim();
  if (name === '') problems.push({ field: 'name', message: 'Give the key a name, so that you recognise it later.' });
  if (name.length > keyNameLengthMax) {
    problems.push({ field: 'name', message: `Use at most ${keyNameLengthMax} characters.` });
  }
  const unknown = wish.scopes.filter((scope) => !knownScopes.includes(scope));
  if (unknown.length > 0) {
    problems.push({ field: 'scopes', message: `There is no scope ${unknown[0]}.`, allowedValues: knownScopes });
  } else if (wish.scopes.length === 0) {
    problems.push({ field: 'scopes', message: 'Choose at least one scope.' });
  }
  const days = wish.expiresInDays;
  if (days !== null && (!Number.isInteger(days) || days < 1 || days > 3650)) {
    problems.push({ field: 'expiresInDays', message: 'Choose from 1 to 3650 days, or no expiry.' });
  }
  const limits = [wish.unattended?.credits, wish.unattended?.recipients];
  if (
    limits.some((limit) => typeof limit === 'number' && !(Number.isInteger(limit) && limit >= 0 && limit <= limitMax))
  ) {
    problems.push({ field: 'unattended', message: `A limit is a whole number from 0 to ${limitMax}.` });
  }
  return problems;
}
