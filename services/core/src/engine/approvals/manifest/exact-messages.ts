import type { Static } from 'typebox';
import type {
  ManifestMailbox,
  ManifestPerson,
  ManifestStep,
  OwnText,
  StoredManifest,
} from '../../../domain/approvals/manifest.ts';
import { withNotice } from '../../../domain/campaigns/art14-notice.ts';
import { renderStep } from '../../../domain/campaigns/sequence-render.ts';
import { type SequenceStep, variantFor } from '../../../domain/campaigns/sequence-step.ts';
import { isWrittenVariant } from '../../../domain/campaigns/written-text.ts';
import type { CheckedSentence } from '../../../domain/messages/claims/checked-sentence.ts';
import type { DraftText } from '../../../domain/messages/drafts/draft-text.ts';
import { languageFor } from '../../../domain/messages/footer.ts';
import { type RenderScope, renderClock } from '../../../domain/messages/templates/render-fields.ts';
import { previewToken, unsubscribeUrl } from '../../../domain/suppressions/list-unsubscribe.ts';
import { plainTextOf, type WrittenBody } from '../../../transport/messages/message-body.ts';
import { campaignFooter, outgoingHtml, outgoingText } from '../../../transport/messages/message-text.ts';
import type { ExactMessageView } from './manifest-view.ts';

/** One message exactly as it is sent. Only the token of the unsubscribe link differs. */
export type ExactMessage = Omit<Static<typeof ExactMessageView>, 'earliestAt' | 'claims'> & {
  earliestAt: Date | null;
  /** Without the signature, the footer, and what an answer quotes. */
  written: DraftText;
};

export type ManifestFor = Pick<
  StoredManifest,
  'steps' | 'texts' | 'groups' | 'mailboxes' | 'files' | 'around' | 'createdAt'
>;

/** Step of a sequence with the templates that were approved. */
export function sequenceStep({ id, waitMinutes, thread, bodyFormat, attachments, texts }: ManifestStep): SequenceStep {
  const [own, ...variants] = texts;
  return {
    id,
    waitMinutes,
    thread,
    subject: own?.subject ?? '',
    body: own?.body ?? '',
    weight: own?.weight ?? 1,
    ...(bodyFormat !== 'text' && { bodyFormat }),
    attachments,
    variants,
  };
}

/** Steps of a manifest that a group gets. */
export function stepsOf(manifest: ManifestFor, groupId: string): ManifestStep[] {
  const group = manifest.groups.find(({ id }) => id === groupId);
  const digests = new Set(group?.texts);
  const own = new Set(manifest.texts.filter(({ digest }) => digests.has(digest)).map(({ stepId }) => stepId));
  return manifest.steps.filter(({ id }) => own.has(id));
}

/** The values that a person's texts were approved with. */
export function scopeOfEntry({ values, language, timeZone }: ManifestPerson, now: Date): RenderScope {
  const scope: RenderScope = { [renderClock]: { now, timeZone, language } };
  for (const [path, value] of values) {
    const names = path.split('.');
    const last = names.pop()!;
    let at: Record<string, unknown> = scope;
    for (const name of names) {
      const below = at[name];
      const next: Record<string, unknown> = isRecord(below) ? below : {};
      at[name] = next;
      at = next;
    }
    at[last] = value;
  }
  return scope;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function fromOf({ name, address }: Pick<ManifestMailbox, 'name' | 'address'>): string {
  return `${name} <${address}>`;
}

/** All messages of one person, in order. A step that keeps its best text has one for each variant. */
export function exactMessages(manifest: ManifestFor, entry: ManifestPerson, baseUrl: string): ExactMessage[] {
  const group = manifest.groups.find(({ id }) => id === entry.groupId);
  const mailbox = manifest.mailboxes.find(({ address }) => address === group?.mailbox);
  if (group === undefined || mailbox === undefined) return [];
  const around = { manifest, entry, mailbox, baseUrl, hasLink: group.hasLink, hasFooter: group.footers.length > 0 };
  const own = entry.own.map((text) => ownMessage(text, around));
  const scope = scopeOfEntry(entry, manifest.createdAt);
  const messages: ExactMessage[] = [];
  let [threadSubject, earliestAt]: [string | null, Date | null] = [null, entry.earliestAt];
  const written = new Set(entry.own.map(({ stepId }) => stepId));
  for (const [index, approved] of stepsOf(manifest, entry.groupId).entries()) {
    if (index > 0 && earliestAt !== null) earliestAt = new Date(earliestAt.getTime() + approved.waitMinutes * 60_000);
    if (written.has(approved.id)) continue;
    const step = sequenceStep(approved);
    const drawn = variantFor(step, entry.contactId ?? '', scope).id;
    const keepsWinner = approved.keepsWinner && !isWrittenVariant(drawn);
    const isSent = (id: string) => id === drawn || (keepsWinner && !isWrittenVariant(id));
    for (const { id } of approved.texts.filter((text) => isSent(text.id))) {
      const rendered = renderStep({ ...step, winnerId: id }, entry.contactId ?? '', scope, threadSubject);
      const { text, hasNotice } = withNotice(rendered, index === 0 ? group.notice : undefined, {});
      const body = { ...rendered, bodyText: hasNotice ? text : rendered.bodyText };
      const message = messageOf({ ...body, attachments: approved.attachments }, around);
      messages.push({ ...message, stepId: approved.id, isDrawn: id === drawn, earliestAt });
      if (id === drawn) threadSubject = rendered.subject;
    }
  }
  return [...own, ...messages];
}

interface AroundText {
  manifest: ManifestFor;
  entry: ManifestPerson;
  mailbox: ManifestMailbox;
  baseUrl: string;
  hasLink: boolean;
  hasFooter: boolean;
}

function ownMessage(own: OwnText, around: AroundText): ExactMessage {
  return { ...messageOf(own, around, own.quote), stepId: own.stepId, earliestAt: around.entry.earliestAt };
}

function messageOf(
  body: WrittenBody & { subject: string; variantId: string | null; attachments?: string[] },
  { manifest, entry, mailbox, baseUrl, hasLink, hasFooter }: AroundText,
  quote = '',
): ExactMessage {
  const bodyText = plainTextOf(body);
  const { postalAddress, wording } = manifest.around;
  const url = hasLink ? unsubscribeUrl(baseUrl, previewToken) : null;
  const parts = { bodyText, language: languageFor(entry.language, bodyText), url };
  const footer = hasFooter ? campaignFooter({ postalAddress, footer: wording }, parts) : '';
  const { signature } = mailbox;
  return {
    stepId: null,
    variantId: body.variantId,
    isDrawn: true,
    from: fromOf(mailbox),
    replyTo: mailbox.replyTo,
    to: entry.to,
    subject: body.subject,
    bodyText: outgoingText({ bodyText, signature, quote, footer }),
    bodyHtml: outgoingHtml(body, { signature, quote, footer }),
    attachments: filesOf(body.attachments ?? [], manifest),
    earliestAt: null,
    written: { subject: body.subject, bodyText: body.bodyText, bodyFormat: body.bodyFormat },
  };
}

function filesOf(ids: readonly string[], { files }: ManifestFor): ExactMessage['attachments'] {
  return ids.flatMap((id) => {
    const file = files.find((one) => one.id === id);
    return file === undefined ? [] : [{ fileName: file.fileName, sha256: file.sha256 }];
  });
}

export function toExactMessageView(
  { earliestAt, written: _written, ...message }: ExactMessage,
  claims: CheckedSentence[],
): Static<typeof ExactMessageView> {
  return { ...message, earliestAt: earliestAt?.toISOString() ?? null, claims };
}
