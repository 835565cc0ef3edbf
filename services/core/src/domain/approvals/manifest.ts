import { type Static, Type } from 'typebox';
import { Foreign } from '../../schema/foreign.ts';
import { OneOf } from '../../schema/schema.ts';
import type { Actor } from '../members/actor.ts';
import type { BodyFormat } from '../messages/body-format.ts';
import type { FooterWording } from '../messages/footer.ts';

/** Upper bound of groups in one launch. More than this cannot be read by a person. */
export const manifestGroupsMax = 100;
/** Upper bound of all texts of a manifest, in characters. */
export const manifestTextLengthMax = 4_000_000;
/** Number of people named as samples of a group. */
export const manifestSamplesMax = 3;

/** A text as several people get it, with their placeholders as written. */
export interface ManifestText {
  /** Covers everything that an approval of this text covers. */
  digest: string;
  stepId: string | null;
  variantId: string | null;
  /** Conditions of the branches taken. Empty without branches. */
  branch: string[];
  subject: string;
  body: string;
  bodyFormat: BodyFormat;
  /** IDs of attached files. */
  attachments: string[];
  /** True if it has parts that belong to one person alone. */
  isWrittenPerPerson: boolean;
}

/** Mailbox that the messages of a manifest can come from, as recipients see it. */
export interface ManifestMailbox {
  address: string;
  /** Name that recipients see. */
  name: string;
  replyTo: string | null;
  signature: string;
}

/** People whose messages differ only in placeholders, variants, and texts written per person. */
export interface ManifestGroup {
  id: string;
  /** Digests of its texts: every step and variant, in order. */
  texts: string[];
  /** Address of the mailbox drawn for its people. */
  mailbox: string;
  /** Footers without the link of one message. Usually one. */
  footers: string[];
  /** True if the footer ends with the unsubscribe link. */
  hasLink: boolean;
  /** Art. 14 notice of its first message. Empty without one. */
  notice: string;
  recipientCount: number;
  sampleContactIds: string[];
  /** Earliest time of its first message. Null if unknown. */
  earliestAt: Date | null;
  latestAt: Date | null;
  mayVary: string[];
  /** People in whose own text a claim has no source. Absent: none. */
  unsupportedCount?: number;
}

/** A text that one person gets as it is, without a template. */
export interface OwnText {
  messageId: string | null;
  stepId: string | null;
  variantId: string | null;
  subject: string;
  bodyText: string;
  bodyFormat: BodyFormat;
  attachments: string[];
  /** Message that an answer quotes. Empty without one. */
  quote: string;
}

/** One recipient, with the small facts that make the exact messages out of the texts. */
export interface ManifestPerson {
  /** Null for a colleague, who is no contact. */
  contactId: string | null;
  /** Null for a message outside of campaigns. */
  campaignId: string | null;
  to: string;
  groupId: string;
  /** Values of the placeholders, by path. */
  values: [path: string, value: unknown][];
  language: string | null;
  timeZone: string;
  earliestAt: Date | null;
  /** Digests of values that belong to this person alone, by step and variant. */
  fixed: [text: string, digest: string][];
  own: OwnText[];
  /** Claims in the person's own text that no source supports, when it was asked for. Absent: none. */
  unsupportedCount?: number;
}

/** Template of a step, as approved. */
export interface ManifestStep {
  id: string;
  waitMinutes: number;
  thread: 'new' | 'reply';
  bodyFormat: BodyFormat;
  attachments: string[];
  keepsWinner: boolean;
  texts: { id: string; subject: string; body: string; weight: number }[];
}

export interface ManifestFile {
  id: string;
  fileName: string;
  sha256: string;
}

/** Exactly what an execution sends: every text once, and each person's facts. */
export interface Manifest {
  id: string;
  /** Same for two manifests that send the same, except for values that may vary. */
  digest: string;
  action: string;
  campaignId: string | null;
  steps: ManifestStep[];
  texts: ManifestText[];
  groups: ManifestGroup[];
  mailboxes: ManifestMailbox[];
  files: ManifestFile[];
  /** Parts around every text. */
  around: { postalAddress: string; wording: FooterWording };
  people: ManifestPerson[];
  /** Approval that an approval of this manifest takes the place of. */
  replaces?: string | null;
}

/** A stored manifest. Its people are stored one by one. */
export interface StoredManifest extends Omit<Manifest, 'people'> {
  workspaceId: string;
  approvalId: string | null;
  /** False while a person has not decided. */
  isApproved: boolean;
  /** The key, connection, person, or service under whose authority it is sent. */
  actor: Actor;
  /** Key or connection whose limits covered it. Null if a person approved it. */
  connectionId: string | null;
  isByAutopilot: boolean;
  createdAt: Date;
}

/** Name of a text within a manifest's person. */
export function textKey(stepId: string | null, variantId: string | null): string {
  return `${stepId ?? ''}/${variantId ?? ''}`;
}

export const differenceFields = [
  'recipient',
  'sender',
  'replyTo',
  'signature',
  'footer',
  'notice',
  'subject',
  'body',
  'attachments',
] as const;
export type DifferenceField = (typeof differenceFields)[number];

/** Difference between what was approved and what would be sent now. `messages`: IDs of those that differ in this way. */
export const ManifestDifferenceView = Type.Object({
  field: OneOf(differenceFields, { description: 'Changed part.' }),
  before: Foreign(Type.String({ description: 'As approved.' })),
  after: Foreign(Type.String({ description: 'As it would be sent now.' })),
  messages: Type.Array(Type.String(), { description: 'Messages that differ in this way.' }),
});
export type ManifestDifference = Static<typeof ManifestDifferenceView>;
