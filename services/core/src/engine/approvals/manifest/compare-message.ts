import {
  type DifferenceField,
  type ManifestStep,
  type ManifestText,
  type OwnText,
  type StoredManifest,
  textKey,
} from '../../../domain/approvals/manifest.ts';
import { manifestStep, personText } from '../../../domain/approvals/manifest-texts.ts';
import { renderStep } from '../../../domain/campaigns/sequence-render.ts';
import { type SequenceStep, textsOf, variantFor } from '../../../domain/campaigns/sequence-step.ts';
import type { RenderScope } from '../../../domain/messages/templates/render-fields.ts';
import type { ManifestEntry } from '../../../store/approvals/manifest-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { plainTextOf } from '../../../transport/messages/message-body.ts';
import { type Around, footerOf, manifestMailbox, type Sender } from './around-text.ts';
import { fromOf, scopeOfEntry, sequenceStep } from './exact-messages.ts';

/** Difference of one message. */
export interface MessageDifference {
  field: DifferenceField;
  before: string;
  after: string;
}

/** A person's part of a manifest that covers a message. */
export interface Covering {
  manifest: StoredManifest;
  entry: ManifestEntry;
}

export type ComparedMessage = Pick<
  MessageRecord,
  | 'id'
  | 'to'
  | 'subject'
  | 'bodyText'
  | 'bodyFormat'
  | 'attachments'
  | 'hasNotice'
  | 'variantId'
  | 'isEdited'
  | 'contactId'
>;

/** Step and values that a text comes from. */
interface Written {
  step: SequenceStep;
  scope: RenderScope;
}

/** A message and everything around it, as it would be sent now. */
export interface SentNow {
  message: ComparedMessage;
  mailbox: Sender;
  workspace: Around;
  language: string | null;
  hasLink: boolean;
  hasFooter: boolean;
  /** Absent if a person wrote the text. */
  written?: Written;
  now: Date;
}

/** Everything in which a message differs from what was approved. Empty if the approval covers it. */
export function differencesOf(covering: Covering | null, sent: SentNow): MessageDifference[] {
  const { message } = sent;
  if (covering === null) return [{ field: 'recipient', before: '', after: message.to }];
  const { entry } = covering;
  return [
    ...(entry.to === message.to ? [] : [difference('recipient', entry.to, message.to)]),
    ...senderDifferences(covering, sent),
    ...footerDifferences(covering, sent),
    ...(sent.written === undefined ? ownDifferences(entry, message) : stepDifferences(covering, sent, sent.written)),
  ];
}

function difference(field: DifferenceField, before: string, after: string): MessageDifference {
  return { field, before, after };
}

function senderDifferences({ manifest, entry }: Covering, { mailbox, workspace }: SentNow): MessageDifference[] {
  const now = manifestMailbox(mailbox, workspace);
  const drawn = manifest.groups.find(({ id }) => id === entry.groupId)?.mailbox;
  const { mailboxes } = manifest;
  const before =
    mailboxes.find(({ address }) => address === now.address) ?? mailboxes.find((one) => one.address === drawn);
  if (before === undefined) return [difference('sender', '', fromOf(now))];
  const fields = [
    difference('sender', fromOf(before), fromOf(now)),
    difference('replyTo', before.replyTo ?? '', now.replyTo ?? ''),
    difference('signature', before.signature, now.signature),
  ];
  return fields.filter((one) => one.before !== one.after);
}

function footerDifferences({ manifest, entry }: Covering, sent: SentNow): MessageDifference[] {
  const { message, hasLink, hasFooter, language, workspace } = sent;
  const group = manifest.groups.find(({ id }) => id === entry.groupId);
  const [footers, notice] = [group?.footers ?? [], group?.notice ?? ''];
  const differences: MessageDifference[] = [];
  if (hasFooter) {
    const footer = footerOf(language, plainTextOf(message), hasLink, workspace);
    if (!footers.includes(footer) || group?.hasLink !== hasLink)
      differences.push(difference('footer', (footers[0] ?? '').trim(), footer.trim()));
  }
  const noticeNow = message.hasNotice ? (workspace.settings.art14Notice?.trim() ?? '') : '';
  if (noticeNow !== '' && noticeNow !== notice) differences.push(difference('notice', notice, noticeNow));
  return differences;
}

/** A text that a person wrote is sent as it is. */
function ownDifferences({ own }: ManifestEntry, message: ComparedMessage): MessageDifference[] {
  const approved = own.find(({ messageId }) => messageId === message.id);
  if (approved === undefined) return [difference('body', '', message.bodyText)];
  return [
    difference('subject', approved.subject, message.subject),
    difference('body', formatted(approved), formatted(message)),
    difference('attachments', approved.attachments.join(', '), (message.attachments ?? []).join(', ')),
  ].filter((one) => one.before !== one.after);
}

/** A changed format changes the bytes, also of the same text. */
function formatted({ bodyText, bodyFormat = 'text' }: Pick<OwnText, 'bodyText'> & { bodyFormat?: string }): string {
  return bodyFormat === 'text' ? bodyText : `${bodyText}\n(${bodyFormat})`;
}

function stepDifferences(covering: Covering, sent: SentNow, { step, scope }: Written): MessageDifference[] {
  const { manifest, entry } = covering;
  const approved = manifest.steps.find(({ id }) => id === step.id);
  const known = approved && approvedText(manifest, entry, approved, sent.message);
  const variant = textsOf(step).find(({ id }) => id === sent.message.variantId);
  const nowText = variant && personText(manifestStep(step), variant, scope);
  if (approved !== undefined && known !== undefined && nowText !== undefined) {
    const fixed = new Map(entry.fixed).get(textKey(known.stepId, known.variantId)) ?? null;
    if (known.digest === nowText.text.digest && fixed === nowText.fixed) return [];
  }
  return textDifferences(covering, approved, sent);
}

/** The approved text of the message's variant: the drawn one, or any of a step that keeps its best text. */
function approvedText(
  { groups, texts, createdAt }: StoredManifest,
  entry: ManifestEntry,
  step: ManifestStep,
  { variantId }: ComparedMessage,
): ManifestText | undefined {
  const { groupId, contactId } = entry;
  const drawn = variantFor(sequenceStep(step), contactId ?? '', scopeOfEntry(entry, createdAt));
  if (!step.keepsWinner && drawn.id !== variantId) return undefined;
  const digests = groups.find(({ id }) => id === groupId)?.texts ?? [];
  return texts.find((text) => text.stepId === step.id && text.variantId === variantId && digests.includes(text.digest));
}

function textDifferences(
  { manifest, entry }: Covering,
  approved: ManifestStep | undefined,
  { message }: SentNow,
): MessageDifference[] {
  if (approved === undefined) return [difference('body', '', message.bodyText)];
  const scope = scopeOfEntry(entry, manifest.createdAt);
  const before = renderStep(sequenceStep(approved), entry.contactId ?? '', scope, null);
  const names = (ids: readonly string[]) =>
    ids.map((id) => manifest.files.find((file) => file.id === id)?.fileName ?? id).join(', ');
  const fields = [
    ...(before.subject === '' ? [] : [difference('subject', before.subject, message.subject)]),
    difference('body', formatted(before), formatted(message)),
    difference('attachments', names(approved.attachments), names(message.attachments ?? [])),
  ].filter((one) => one.before !== one.after);
  // A difference in a text that this person does not get, such as another branch, still needs a decision.
  return fields.length > 0 ? fields : [difference('body', before.bodyText, message.bodyText)];
}
