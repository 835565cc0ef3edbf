import { type DailyLimits, defaultDailyLimits } from '../../domain/approvals/daily-limits.ts';
import { generateApiKey, hashApiKey, isWellFormedApiKey, lastFourOf } from '../../domain/members/api-key-format.ts';
import type { Role } from '../../domain/members/role.ts';
import { newId } from '../../domain/values/ids.ts';
import { collectionOf, type DocOf, defineModel, stored } from '../documents/define-model.ts';
import {
  boolean,
  date,
  nullable,
  object,
  optional,
  string,
  stringOf,
  strings,
  withDefault,
} from '../documents/paths.ts';
import { forgetOnWrite, rememberShortly } from '../documents/short-memory.ts';

/** Resolution of the last use: one write per minute and key, however busy it is. */
const lastUsedResolutionMs = 60_000;
export const apiKeysMax = 100;

type ApiKeyDoc = DocOf<typeof ApiKeyModel>;

export const ApiKeyModel = defineModel(
  'ApiKey',
  'api_keys',
  stored({
    workspaceId: string,
    createdBy: string,
    name: string,
    scopes: strings,
    /** Daily limits without a person's approval. Null means no limit. */
    dailyLimits: withDefault(object<DailyLimits>(), defaultDailyLimits),
    /** Over MCP, small reversible changes run without a confirmation. Set by a person. */
    runsAtOnce: withDefault(boolean, false),
    /** Highest role that the key acts with, after its grantor was demoted. Absent means the grantor's own. */
    roleMax: optional(stringOf<Role>()),
    keyHash: string,
    lastFour: string,
    createdAt: date,
    expiresAt: nullable(date),
    lastUsedAt: nullable(date),
    revokedAt: nullable(date),
  })
    .index({ keyHash: 1 }, { unique: true })
    .index({ workspaceId: 1, _id: 1 })
    .plugin(forgetOnWrite),
);

export type ApiKeyRecord = Omit<ApiKeyDoc, '_id' | 'keyHash'> & { id: string };
export type ActiveApiKey = Pick<
  ApiKeyRecord,
  'id' | 'workspaceId' | 'createdBy' | 'name' | 'scopes' | 'dailyLimits' | 'runsAtOnce' | 'roleMax' | 'expiresAt'
>;

interface KeyToCreate {
  name: string;
  scopes: string[];
  createdBy: string;
  /** If absent, those of a key that needs a person's approval. */
  dailyLimits?: DailyLimits;
  runsAtOnce?: boolean;
  expiresAt?: Date | null;
  now: Date;
}

/** Returns the plain key once. It is stored nowhere. */
export async function createApiKey(
  workspaceId: string,
  wanted: KeyToCreate,
): Promise<{ key: string; record: ApiKeyRecord }> {
  const key = generateApiKey();
  const [created] = await ApiKeyModel.create([
    {
      _id: newId('key'),
      workspaceId,
      createdBy: wanted.createdBy,
      name: wanted.name,
      scopes: wanted.scopes,
      dailyLimits: wanted.dailyLimits ?? defaultDailyLimits,
      runsAtOnce: wanted.runsAtOnce ?? false,
      keyHash: hashApiKey(key),
      lastFour: lastFourOf(key),
      createdAt: wanted.now,
      expiresAt: wanted.expiresAt ?? null,
    },
  ]);
  return { key, record: toApiKey(created!.toObject<ApiKeyDoc>()) };
}

/** Returns null for a malformed, unknown, expired, or revoked key, and does not tell the caller which. */
export async function findActiveApiKey(key: string, now: Date): Promise<ActiveApiKey | null> {
  if (!isWellFormedApiKey(key)) return null;
  const found = await findApiKeyByHash(hashApiKey(key));
  if (!found || found.revokedAt || (found.expiresAt && found.expiresAt <= now)) return null;
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() >= lastUsedResolutionMs) {
    // Bypasses the model, so that cached permissions stay cached.
    await collectionOf(ApiKeyModel).updateOne(
      { workspaceId: found.workspaceId, _id: found.id, lastUsedAt: found.lastUsedAt },
      { $set: { lastUsedAt: now } },
    );
  }
  const { id, workspaceId, createdBy, name, scopes, dailyLimits, runsAtOnce, roleMax, expiresAt } = found;
  return { id, workspaceId, createdBy, name, scopes, dailyLimits, runsAtOnce, roleMax, expiresAt };
}

/** Same, shortly cached. */
export async function knownApiKey(key: string, now: Date): Promise<ActiveApiKey | null> {
  const found = await rememberShortly(`key ${hashApiKey(key)}`, () => findActiveApiKey(key, now));
  return found?.expiresAt && found.expiresAt <= now ? null : found;
}

/** Finds a key by ID alone, over all workspaces. For operators. */
export async function findApiKey(keyId: string): Promise<ApiKeyRecord | null> {
  const found = await ApiKeyModel.findOne({ _id: keyId }).lean();
  return found && toApiKey(found);
}

export async function findApiKeyByHash(keyHash: string): Promise<ApiKeyRecord | null> {
  const found = await ApiKeyModel.findOne({ keyHash }).lean();
  return found && toApiKey(found);
}

/** Newest first, without revoked keys. */
export async function listApiKeys(workspaceId: string): Promise<ApiKeyRecord[]> {
  const found = await ApiKeyModel.find({ workspaceId, revokedAt: null }).sort({ _id: -1 }).limit(apiKeysMax).lean();
  return found.map(toApiKey);
}

export async function countApiKeys(workspaceId: string): Promise<number> {
  return ApiKeyModel.countDocuments({ workspaceId, revokedAt: null }).limit(apiKeysMax);
}

/** Returns false if there is no such key, or it is revoked. */
export async function setKeyRunsAtOnce(workspaceId: string, keyId: string, runsAtOnce: boolean): Promise<boolean> {
  const outcome = await ApiKeyModel.updateOne({ workspaceId, _id: keyId, revokedAt: null }, { $set: { runsAtOnce } });
  return outcome.matchedCount === 1;
}

/** Returns false if there is no such key, or it was already revoked. */
export async function revokeApiKey(workspaceId: string, keyId: string, now: Date): Promise<boolean> {
  const outcome = await ApiKeyModel.updateOne(
    { workspaceId, _id: keyId, revokedAt: null },
    { $set: { revokedAt: now } },
  );
  return outcome.modifiedCount === 1;
}

export function toApiKey({ _id, keyHash: _hash, ...rest }: ApiKeyDoc): ApiKeyRecord {
  const { dailyLimits = defaultDailyLimits, runsAtOnce = false } = rest;
  return { id: _id, ...rest, dailyLimits, runsAtOnce };
}
