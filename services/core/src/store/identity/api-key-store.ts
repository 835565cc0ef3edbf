import { Schema } from 'mongoose';
import { generateApiKey, hashApiKey, isWellFormedApiKey, lastFourOf } from '../../domain/identity/api-key-format.ts';
import { newId } from '../../domain/ids.ts';
import { defineModel } from '../define-model.ts';

/** How exact "last used" is: one write a minute per key, however busy it is. */
const lastUsedResolutionMs = 60_000;
export const apiKeysMax = 100;

interface ApiKeyDoc {
  _id: string;
  workspaceId: string;
  createdBy: string;
  name: string;
  scopes: string[];
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
  new Schema({
    workspaceId: { type: String, required: true },
    createdBy: { type: String, required: true },
    name: { type: String, required: true },
    scopes: { type: [String], required: true },
    keyHash: { type: String, required: true },
    lastFour: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, default: null },
    lastUsedAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
  })
    .index({ keyHash: 1 }, { unique: true })
    .index({ workspaceId: 1, _id: 1 }),
);

export type ApiKeyRecord = Omit<ApiKeyDoc, '_id' | 'keyHash'> & { id: string };
export type ActiveApiKey = { id: string; workspaceId: string; name: string; scopes: string[] };

/** The key itself leaves this function once and is stored nowhere. */
export async function createApiKey(
  workspaceId: string,
  wanted: { name: string; scopes: string[]; createdBy: string; expiresAt?: Date | null; now: Date },
): Promise<{ key: string; record: ApiKeyRecord }> {
  const key = generateApiKey();
  const [created] = await ApiKeyModel.create([
    {
      _id: newId('key'),
      workspaceId,
      createdBy: wanted.createdBy,
      name: wanted.name,
      scopes: wanted.scopes,
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
    await ApiKeyModel.updateOne(
      { workspaceId: found.workspaceId, _id: found.id, lastUsedAt: found.lastUsedAt },
      { $set: { lastUsedAt: now } },
    );
  }
  return { id: found.id, workspaceId: found.workspaceId, name: found.name, scopes: found.scopes };
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

/** False when there is no such key, or it was revoked before. */
export async function revokeApiKey(workspaceId: string, keyId: string, now: Date): Promise<boolean> {
  const outcome = await ApiKeyModel.updateOne(
    { workspaceId, _id: keyId, revokedAt: null },
    { $set: { revokedAt: now } },
  );
  return outcome.modifiedCount === 1;
}

function toApiKey({ _id, keyHash: _hash, ...rest }: ApiKeyDoc): ApiKeyRecord {
  return { id: _id, ...rest };
}
