import { type DailyLimits, defaultDailyLimits } from '../../domain/approvals/daily-limits.ts';
import { generateApiKey, hashApiKey, isWellFormedApiKey, lastFourOf } from '../../domain/members/api-key-format.ts';
import { newId } from '../../domain/values/ids.ts';
import { defineModel, StoredSchema } from '../documents/define-model.ts';
import { forgetOnWrite, rememberShortly } from '../documents/short-memory.ts';

/** How exact "last used" is: one write a minute per key, however busy it is. */
const lastUsedResolutionMs = 60_000;
export const apiKeysMax = 100;

interface ApiKeyDoc {
  _id: string;
  workspaceId: string;
  createdBy: string;
  name: string;
  scopes: string[];
  /** What it may do in a day without a person; null: no limit. */
  dailyLimits: DailyLimits;
  /** Over MCP, small changes that can be taken back run without a confirmation. Switched by a person. */
  runsAtOnce: boolean;
  keyHash: string;
  lastFour: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

const ApiKeyModel = defineModel<ApiKeyDoc>(
  'ApiKey',
  'api_keys',
  new StoredSchema<ApiKeyDoc>({
    workspaceId: { type: String, required: true },
    createdBy: { type: String, required: true },
    name: { type: String, required: true },
    scopes: { type: [String], required: true },
    dailyLimits: { type: Object, default: defaultDailyLimits },
    runsAtOnce: { type: Boolean, default: false },
    keyHash: { type: String, required: true },
    lastFour: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, default: null },
    lastUsedAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
  })
    .index({ keyHash: 1 }, { unique: true })
    .index({ workspaceId: 1, _id: 1 })
    .plugin(forgetOnWrite),
);

export type ApiKeyRecord = Omit<ApiKeyDoc, '_id' | 'keyHash'> & { id: string };
export type ActiveApiKey = Pick<
  ApiKeyRecord,
  'id' | 'workspaceId' | 'createdBy' | 'name' | 'scopes' | 'dailyLimits' | 'runsAtOnce' | 'expiresAt'
>;

interface KeyToCreate {
  name: string;
  scopes: string[];
  createdBy: string;
  /** Those of a key that asks a person, when absent. */
  dailyLimits?: DailyLimits;
  runsAtOnce?: boolean;
  expiresAt?: Date | null;
  now: Date;
}

/** The key itself leaves this function once and is stored nowhere. */
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

/** Null for what is malformed, unknown, expired or revoked: the caller learns no more than that. */
export async function findActiveApiKey(key: string, now: Date): Promise<ActiveApiKey | null> {
  if (!isWellFormedApiKey(key)) return null;
  const found = await findApiKeyByHash(hashApiKey(key));
  if (!found || found.revokedAt || (found.expiresAt && found.expiresAt <= now)) return null;
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() >= lastUsedResolutionMs) {
    // Below the model: who may do what stays as it is remembered.
    await ApiKeyModel.collection.updateOne(
      { workspaceId: found.workspaceId, _id: found.id as never, lastUsedAt: found.lastUsedAt },
      { $set: { lastUsedAt: now } },
    );
  }
  const { id, workspaceId, createdBy, name, scopes, dailyLimits, runsAtOnce, expiresAt } = found;
  return { id, workspaceId, createdBy, name, scopes, dailyLimits, runsAtOnce, expiresAt };
}

/** The same, at most a second old. */
export async function knownApiKey(key: string, now: Date): Promise<ActiveApiKey | null> {
  const found = await rememberShortly(`key ${hashApiKey(key)}`, () => findActiveApiKey(key, now));
  return found?.expiresAt && found.expiresAt <= now ? null : found;
}

/** By its id alone, over all workspaces: for operators. */
export async function findApiKey(keyId: string): Promise<ApiKeyRecord | null> {
  const found = await ApiKeyModel.findOne({ _id: keyId }).lean();
  return found && toApiKey(found);
}

export async function findApiKeyByHash(keyHash: string): Promise<ApiKeyRecord | null> {
  const found = await ApiKeyModel.findOne({ keyHash }).lean();
  return found && toApiKey(found);
}

/** Newest first, revoked ones left out. */
export async function listApiKeys(workspaceId: string): Promise<ApiKeyRecord[]> {
  const found = await ApiKeyModel.find({ workspaceId, revokedAt: null }).sort({ _id: -1 }).limit(apiKeysMax).lean();
  return found.map(toApiKey);
}

export async function countApiKeys(workspaceId: string): Promise<number> {
  return ApiKeyModel.countDocuments({ workspaceId, revokedAt: null }).limit(apiKeysMax);
}

/** False when there is no such key, or it is revoked. */
export async function setKeyRunsAtOnce(workspaceId: string, keyId: string, runsAtOnce: boolean): Promise<boolean> {
  const outcome = await ApiKeyModel.updateOne({ workspaceId, _id: keyId, revokedAt: null }, { $set: { runsAtOnce } });
  return outcome.matchedCount === 1;
}

/** False when there is no such key, or it was revoked before. */
export async function revokeApiKey(workspaceId: string, keyId: string, now: Date): Promise<boolean> {
  const outcome = await ApiKeyModel.updateOne(
    { workspaceId, _id: keyId, revokedAt: null },
    { $set: { revokedAt: now } },
  );
  return outcome.modifiedCount === 1;
}

function toApiKey({ _id, keyHash: _hash, ...rest }: ApiKeyDoc): ApiKeyRecord {
  const { dailyLimits = defaultDailyLimits, runsAtOnce = false } = rest;
  return { id: _id, ...rest, dailyLimits, runsAtOnce };
}
