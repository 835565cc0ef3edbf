import { type Static, Type } from 'typebox';
import { profileKinds } from '../../domain/scoring/fit-criteria.ts';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import type { PublishedVersion, TargetProfile } from '../../store/scoring/target-profile-store.ts';
import { Bands, Criteria } from './profile-input.ts';

export const ProfileId = Id('pro', 'The target profile.');

export const ProfileView = Named(
  'TargetProfile',
  Type.Object({
    id: Type.String({ description: 'pro_….' }),
    name: Type.String({ description: 'Name, unique in the workspace.' }),
    description: Nullable(Type.String({ description: 'Purpose of the profile.' })),
    kind: OneOf(profileKinds, { description: 'Scored records.' }),
    criteria: Criteria,
    bands: Bands,
    publishedVersion: Nullable(Type.Integer({ description: 'Version used for scoring. Null: not published yet.' })),
    hasUnpublishedChanges: Type.Boolean({
      description: 'True: the criteria shown are not used for scoring until you publish them.',
    }),
    createdBy: Type.String({ description: 'Creator: ID of a user, key, or client.' }),
    createdAt: Timestamp('Creation time.'),
    updatedAt: Timestamp('Time of the last change.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);

export const VersionView = Named(
  'TargetProfileVersion',
  Type.Object({
    number: Type.Integer({ description: 'Number of the published version, from 1.' }),
    criteria: Criteria,
    bands: Bands,
    publishedAt: Timestamp('When.'),
    publishedBy: Type.String({ description: 'Who published it.' }),
  }),
);

function contentOf({ criteria, bands }: Pick<TargetProfile, 'criteria' | 'bands'>): string {
  return JSON.stringify([criteria, bands]);
}

export function hasUnpublishedChanges(profile: TargetProfile): boolean {
  return profile.published === undefined || contentOf(profile) !== contentOf(profile.published);
}

export function toProfileView(profile: TargetProfile): Static<typeof ProfileView> {
  return viewOf(ProfileView, profile, {
    publishedVersion: profile.published?.number ?? null,
    hasUnpublishedChanges: hasUnpublishedChanges(profile),
  });
}

export function toVersionView(version: PublishedVersion): Static<typeof VersionView> {
  return viewOf(VersionView, version, {});
}
