import { newId } from '../../../domain/values/ids.ts';
import { providerFields } from '../../../domain/workspaces/providers/provider-fields.ts';
import { providerKinds } from '../../../domain/workspaces/providers/provider-kinds.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../../documents/define-model.ts';
import { pathsOf } from '../../documents/field-paths.ts';
import { nullable, string } from '../../documents/paths.ts';
import { forgetOnWrite, rememberShortly } from '../../documents/short-memory.ts';

/** A workspace's own access to a provider. */
export type ProviderDoc = DocOf<typeof ProviderModel>;
export type ProviderRecord = RecordOf<ProviderDoc>;

const providerSchema = stored({
  workspaceId: string,
  ...pathsOf(providerFields),
  /** API key, sealed (secrets/secret-box.ts). Null: the provider needs none. */
  sealedKey: nullable(string),
}).index({ workspaceId: 1, kind: 1 }, { unique: true });
forgetOnWrite(providerSchema);

export const ProviderModel = defineModel('Provider', 'providers', providerSchema, 'provider');

type NewProvider = Pick<
  ProviderDoc,
  'kind' | 'model' | 'baseUrl' | 'keyEnd' | 'sealedKey' | 'position' | 'monthlyBudget' | 'creditsPerResult'
>;

export type ProviderChanges = Partial<NewProvider & Pick<ProviderDoc, 'isActive' | 'lastTest'>>;

export async function insertProvider(workspaceId: string, provider: NewProvider, now: Date): Promise<ProviderRecord> {
  const [created] = await ProviderModel.create([
    { ...provider, _id: newId('prv'), workspaceId, createdAt: now, updatedAt: now },
  ]);
  return toRecord(created!.toObject<ProviderDoc>());
}

/** All providers of a workspace, oldest first. There is at most one of each kind. */
export function listProviders(workspaceId: string): Promise<ProviderRecord[]> {
  return rememberShortly(`providers:${workspaceId}`, async () => {
    const found = await ProviderModel.find({ workspaceId })
      .sort({ kind: 1 })
      .limit(providerKinds.length)
      .lean<ProviderDoc[]>();
    return found.map(toRecord).sort((a, b) => (a.id < b.id ? -1 : 1));
  });
}

export async function findProvider(workspaceId: string, providerId: string): Promise<ProviderRecord | null> {
  const found = await ProviderModel.findOne({ workspaceId, _id: providerId }).lean<ProviderDoc>();
  return found && toRecord(found);
}

/** Returns null if the provider was deleted or is no longer at `version`. */
export async function updateProvider(
  { workspaceId, id, version }: ProviderRecord,
  changes: ProviderChanges,
  now: Date,
): Promise<ProviderRecord | null> {
  const updated = await ProviderModel.findOneAndUpdate(
    { workspaceId, _id: id, version },
    { $set: { ...changes, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<ProviderDoc>();
  return updated && toRecord(updated);
}

export async function deleteProvider(workspaceId: string, providerId: string): Promise<void> {
  await ProviderModel.deleteOne({ workspaceId, _id: providerId });
}
