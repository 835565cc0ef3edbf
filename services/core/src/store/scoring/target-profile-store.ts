import type { FitBand, FitCriterion, ProfileKind } from '../../domain/scoring/fit-criteria.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { defineModel, StoredSchema, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';

export interface ProfileContent {
  criteria: FitCriterion[];
  bands: FitBand[];
}

export interface PublishedVersion extends ProfileContent {
  number: number;
  publishedAt: Date;
  publishedBy: string;
}

interface TargetProfileDoc extends ProfileContent {
  _id: string;
  workspaceId: string;
  name: string;
  description?: string;
  kind: ProfileKind;
  /** Version used for scores. The members above can be newer. */
  published?: PublishedVersion;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export type TargetProfile = Omit<TargetProfileDoc, '_id'> & { id: string };

const TargetProfileModel = defineModel<TargetProfileDoc>(
  'TargetProfile',
  'target_profiles',
  new StoredSchema<TargetProfileDoc>({
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    description: String,
    kind: { type: String, required: true },
    criteria: { type: [Object], required: true },
    bands: { type: [Object], required: true },
    published: { type: Object },
    createdBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, default: 1 },
  }).index({ workspaceId: 1, _id: 1 }),
);

interface ProfileVersionDoc extends PublishedVersion {
  _id: string;
  workspaceId: string;
  profileId: string;
}

const ProfileVersionModel = defineModel<ProfileVersionDoc>(
  'TargetProfileVersion',
  'target_profile_versions',
  new StoredSchema<ProfileVersionDoc>({
    workspaceId: { type: String, required: true },
    profileId: { type: String, required: true },
    number: { type: Number, required: true },
    criteria: { type: [Object], required: true },
    bands: { type: [Object], required: true },
    publishedAt: { type: Date, required: true },
    publishedBy: { type: String, required: true },
  }).index({ workspaceId: 1, profileId: 1, number: -1 }, { unique: true }),
);

export const profilesMax = 100;
export const versionsShownMax = 100;

export type NewProfile = Pick<TargetProfileDoc, 'name' | 'description' | 'kind' | 'criteria' | 'bands' | 'createdBy'>;

export async function insertProfile(workspaceId: string, profile: NewProfile, now: Date): Promise<TargetProfile> {
  const doc = { _id: newId('pro'), workspaceId, ...profile, createdAt: now, updatedAt: now, version: 1 };
  await TargetProfileModel.create([doc]);
  return toRecord(doc);
}

export async function findProfile(workspaceId: string, profileId: string): Promise<TargetProfile | null> {
  const found = await TargetProfileModel.findOne({ workspaceId, _id: profileId }).lean<TargetProfileDoc>();
  return found && toRecord(found);
}

/** Published version numbers by profile. */
export async function findPublishedVersions(workspaceId: string, profileIds: string[]): Promise<Map<string, number>> {
  const found = await TargetProfileModel.find({ workspaceId, _id: { $in: profileIds } }, { 'published.number': 1 })
    .limit(profileIds.length)
    .lean<TargetProfileDoc[]>();
  return new Map(found.flatMap(({ _id, published }) => (published === undefined ? [] : [[_id, published.number]])));
}

export function countProfiles(workspaceId: string): Promise<number> {
  return TargetProfileModel.countDocuments({ workspaceId }).limit(profilesMax);
}

export function listProfiles(workspaceId: string, page: PageRequest): Promise<PageResult<TargetProfile>> {
  return findPage<TargetProfileDoc>(TargetProfileModel, { workspaceId }, page);
}

export async function updateProfile(
  workspaceId: string,
  profileId: string,
  set: Partial<Pick<TargetProfileDoc, 'name' | 'description' | 'criteria' | 'bands' | 'published'>>,
  now: Date,
): Promise<TargetProfile | null> {
  const changed = await TargetProfileModel.findOneAndUpdate(
    { workspaceId, _id: profileId },
    { $set: { ...set, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<TargetProfileDoc>();
  return changed && toRecord(changed);
}

export async function addVersion(workspaceId: string, profileId: string, version: PublishedVersion): Promise<void> {
  const _id = `${profileId}:${version.number}`;
  await ProfileVersionModel.create([{ _id, workspaceId, profileId, ...version }]);
}

export function listVersions(workspaceId: string, profileId: string): Promise<PublishedVersion[]> {
  return ProfileVersionModel.find({ workspaceId, profileId }).sort({ number: -1 }).limit(versionsShownMax).lean();
}

/** Deletes the profile and its versions. Its scores stay, marked stale. */
export async function deleteProfile(workspaceId: string, profileId: string): Promise<void> {
  await TargetProfileModel.deleteOne({ workspaceId, _id: profileId });
  await ProfileVersionModel.deleteMany({ workspaceId, profileId });
}
