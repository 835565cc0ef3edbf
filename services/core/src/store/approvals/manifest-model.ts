import { Schema } from 'mongoose';
import type { ManifestPerson, StoredManifest } from '../../domain/approvals/manifest.ts';
import { defineModel, StoredSchema } from '../documents/define-model.ts';

export interface ManifestDoc extends Omit<StoredManifest, 'id'> {
  _id: string;
  /** Set while it is only asked for. */
  purgeAt?: Date;
}

export interface ManifestPersonDoc extends ManifestPerson {
  /** Manifest, and place of the person in it. */
  _id: string;
  workspaceId: string;
  manifestId: string;
  isApproved: boolean;
  purgeAt?: Date;
}

/** A person's part of an approved manifest. */
export type ManifestEntry = Omit<ManifestPersonDoc, '_id' | 'purgeAt'> & { id: string };

const mixed = Schema.Types.Mixed;

export const ManifestModel = defineModel<ManifestDoc>(
  'Manifest',
  'manifests',
  new StoredSchema<ManifestDoc>({
    workspaceId: { type: String, required: true },
    approvalId: { type: String, default: null },
    isApproved: { type: Boolean, required: true },
    action: { type: String, required: true },
    digest: { type: String, required: true },
    campaignId: { type: String, default: null },
    actor: Object,
    connectionId: { type: String, default: null },
    isByAutopilot: { type: Boolean, default: false },
    steps: mixed,
    texts: mixed,
    groups: mixed,
    mailboxes: mixed,
    files: mixed,
    around: mixed,
    replaces: { type: String, default: null },
    createdAt: { type: Date, required: true },
    purgeAt: Date,
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, campaignId: 1, _id: -1 })
    .index({ workspaceId: 1, approvalId: 1 })
    .index({ purgeAt: 1 }, { expireAfterSeconds: 0 }),
);

export const PersonModel = defineModel<ManifestPersonDoc>(
  'ManifestPerson',
  'manifest_people',
  new StoredSchema<ManifestPersonDoc>({
    workspaceId: { type: String, required: true },
    manifestId: { type: String, required: true },
    campaignId: { type: String, default: null },
    isApproved: { type: Boolean, required: true },
    contactId: { type: String, default: null },
    to: { type: String, required: true },
    groupId: { type: String, required: true },
    values: mixed,
    language: { type: String, default: null },
    timeZone: String,
    earliestAt: { type: Date, default: null },
    fixed: mixed,
    own: mixed,
    purgeAt: Date,
  })
    .index({ workspaceId: 1, manifestId: 1, _id: 1 })
    .index({ workspaceId: 1, contactId: 1, manifestId: -1 })
    .index({ workspaceId: 1, to: 1 })
    .index({ workspaceId: 1, 'own.messageId': 1 }, { sparse: true })
    .index({ purgeAt: 1 }, { expireAfterSeconds: 0 }),
);
