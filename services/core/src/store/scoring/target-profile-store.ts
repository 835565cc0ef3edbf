import type { FitBand, FitCriterion, ProfileKind } from '../../domain/scoring/fit-criteria.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { date, number, object, objects, optional, string, stringOf, withDefault } from '../documents/paths.ts';

type TargetProfileDoc = DocOf<typeof TargetProfileModel>;
export type TargetProfile = RecordOf<TargetProfileDoc>;
export type PublishedVersion = Omit<ProfileVersionDoc, '_id' | 'workspaceId' | 'profileId'>;

const TargetProfileModel = defineModel(
  'TargetProfile',
  'target_profiles',
  stored({
    workspaceId: string,
    name: string,
    description: optional(string),
    kind: stringOf<ProfileKind>(),
    criteria: objects<FitCriterion>(),
    bands: objects<FitBand>(),
    /** Version used for scores. The members above can be newer. */
    published: optional(object<PublishedVersion>()),
    createdBy: string,
    createdAt: date,
    updatedAt: date,
    version: withDefault(number, 1),
  }).index({ workspaceId: 1, _id: 1 }),
);

type ProfileVersionDoc = DocOf<typeof ProfileVersionModel>;

const ProfileVersionModel = defineModel(
  'TargetProfileVersion',
  'target_profile_versions',
  stored({
    workspaceId: string,
    profileId: string,
    number: number,
    criteria: objects<FitCriterion>(),
    bands: objects<FitBand>(),
    publishedAt: date,
    publishedBy: string,
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
