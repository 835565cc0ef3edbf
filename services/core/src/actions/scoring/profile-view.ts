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
    description: Nullable(Type.String({ description: 'What it is for.' })),
    kind: OneOf(profileKinds, { description: 'What it scores.' }),
    criteria: Criteria,
    bands: Bands,
    publishedVersion: Nullable(Type.Integer({ description: 'What scores are made with; null: not published yet.' })),
    hasUnpublishedChanges: Type.Boolean({ description: 'True: publish it before scores follow the criteria shown.' }),
    createdBy: Type.String({ description: 'Who made it: the id of a user, key or client.' }),
    createdAt: Timestamp('When it was made.'),
    updatedAt: Timestamp('When it last changed.'),
    version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
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
