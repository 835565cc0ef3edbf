import type { ManifestPerson, StoredManifest } from '../../domain/approvals/manifest.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { boolean, date, nullable, number, object, optional, string, withDefault } from '../documents/paths.ts';

export type ManifestDoc = DocOf<typeof ManifestModel>;
/** The ID joins the manifest and the place of the person in it. */
export type ManifestPersonDoc = DocOf<typeof PersonModel>;

/** A person's part of an approved manifest. */
export type ManifestEntry = Omit<ManifestPersonDoc, '_id' | 'purgeAt'> & { id: string };

export const ManifestModel = defineModel(
  'Manifest',
  'manifests',
  stored({
    workspaceId: string,
    approvalId: nullable(string),
    isApproved: boolean,
    action: string,
    digest: string,
    campaignId: nullable(string),
    actor: object<StoredManifest['actor']>(),
    connectionId: nullable(string),
    isByAutopilot: withDefault(boolean, false),
    steps: object<StoredManifest['steps']>(),
    texts: object<StoredManifest['texts']>(),
    groups: object<StoredManifest['groups']>(),
    mailboxes: object<StoredManifest['mailboxes']>(),
    files: object<StoredManifest['files']>(),
    around: object<StoredManifest['around']>(),
    replaces: optional(nullable(string)),
    createdAt: date,
    /** Set while it is only asked for. */
    purgeAt: optional(date),
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, campaignId: 1, _id: -1 })
    .index({ workspaceId: 1, approvalId: 1 })
    .index({ purgeAt: 1 }, { expireAfterSeconds: 0 }),
);

export const PersonModel = defineModel(
  'ManifestPerson',
  'manifest_people',
  stored({
    workspaceId: string,
    manifestId: string,
    campaignId: nullable(string),
    isApproved: boolean,
    contactId: nullable(string),
    to: string,
    groupId: string,
    values: object<ManifestPerson['values']>(),
    language: nullable(string),
    timeZone: withDefault(string, ''),
    earliestAt: nullable(date),
    fixed: object<ManifestPerson['fixed']>(),
    own: object<ManifestPerson['own']>(),
    unsupportedCount: optional(number),
    purgeAt: optional(date),
  })
    .index({ workspaceId: 1, manifestId: 1, _id: 1 })
    .index({ workspaceId: 1, contactId: 1, manifestId: -1 })
    .index({ workspaceId: 1, to: 1 })
    .index({ workspaceId: 1, 'own.messageId': 1 }, { sparse: true })
    .index({ purgeAt: 1 }, { expireAfterSeconds: 0 }),
);
