import { type Role, roles } from '../../domain/members/role.ts';
import { ApiKeyModel, type ApiKeyRecord, apiKeysMax, toApiKey } from './api-key-store.ts';

/** Keys of one person, newest first, without revoked ones. Over all workspaces if none is given. */
export async function listApiKeysOf(createdBy: string, workspaceId?: string): Promise<ApiKeyRecord[]> {
  const found = await ApiKeyModel.find({
    createdBy,
    ...(workspaceId !== undefined && { workspaceId }),
    revokedAt: null,
  })
    .sort({ _id: -1 })
    .limit(apiKeysMax)
    .lean();
  return found.map(toApiKey);
}

const keyIdsMax = 1_000;

/** IDs of all keys that the person granted, including revoked ones. */
export async function listKeyIdsOf(workspaceId: string, createdBy: string): Promise<string[]> {
  const found = await ApiKeyModel.find({ workspaceId, createdBy }, { _id: 1 })
    .sort({ _id: -1 })
    .limit(keyIdsMax)
    .lean();
  return found.map(({ _id }) => _id);
}

/** Ends all keys that the person granted. */
export async function revokeApiKeysOf(workspaceId: string, createdBy: string, now: Date): Promise<void> {
  await ApiKeyModel.updateMany({ workspaceId, createdBy, revokedAt: null }, { $set: { revokedAt: now } });
}

/** The keys of a demoted person never exceed this role again. */
export async function narrowApiKeysOf(workspaceId: string, createdBy: string, roleMax: Role): Promise<void> {
  const lower = roles.slice(roles.indexOf(roleMax));
  await ApiKeyModel.updateMany(
    { workspaceId, createdBy, revokedAt: null, roleMax: { $nin: lower } },
    { $set: { roleMax } },
  );
}

/** Makes the key the grant of another person. Returns false if there is no such key. */
export async function giveApiKey(
  workspaceId: string,
  keyId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const outcome = await ApiKeyModel.updateOne(
    { workspaceId, _id: keyId, createdBy: from, revokedAt: null },
    { $set: { createdBy: to }, $unset: { roleMax: true } },
  );
  return outcome.modifiedCount === 1;
}
