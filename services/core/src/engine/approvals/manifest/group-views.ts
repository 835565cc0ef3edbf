import type { Static } from 'typebox';
import {
  type ManifestGroup,
  type ManifestPerson,
  type ManifestText,
  type StoredManifest,
  textKey,
} from '../../../domain/approvals/manifest.ts';
import { isWrittenVariant } from '../../../domain/campaigns/written-text.ts';
import { previewToken, unsubscribeUrl } from '../../../domain/suppressions/list-unsubscribe.ts';
import { type ExactMessage, exactMessages, fromOf, type ManifestFor, stepsOf } from './exact-messages.ts';
import type { ManifestGroupView } from './manifest-view.ts';

/** A group as people and clients see it. */
export type GroupView = Static<typeof ManifestGroupView>;

type Shown = ManifestFor & Pick<StoredManifest, 'texts'>;

/** `people` are the samples of the group, for texts that are written per person. */
export function groupView(manifest: Shown, group: ManifestGroup, people: ManifestPerson[], baseUrl: string): GroupView {
  const mailbox = manifest.mailboxes.find(({ address }) => address === group.mailbox);
  const texts = group.texts.flatMap((digest) => manifest.texts.find((text) => text.digest === digest) ?? []);
  const samples = people.map((entry) => ({ entry, messages: exactMessages(manifest, entry, baseUrl) }));
  const ids = new Set(texts.flatMap(({ attachments }) => attachments));
  return {
    id: group.id,
    steps: texts.map((text) => stepView(text, samples)),
    recipientCount: group.recipientCount,
    sampleContactIds: group.sampleContactIds,
    sender: mailbox === undefined ? group.mailbox : fromOf(mailbox),
    replyTo: mailbox?.replyTo ?? null,
    signature: mailbox?.signature ?? '',
    footer: footerShown(group, baseUrl),
    notice: group.notice,
    attachments: manifest.files.filter(({ id }) => ids.has(id)).map(({ fileName, sha256 }) => ({ fileName, sha256 })),
    times: {
      earliestAt: group.earliestAt?.toISOString() ?? null,
      latestAt: group.latestAt?.toISOString() ?? null,
      waits: stepsOf(manifest, group.id).map(({ id, waitMinutes }) => ({ stepId: id, waitMinutes })),
    },
    mayVary: group.mayVary,
    unsupportedCount: group.unsupportedCount ?? 0,
  };
}

function footerShown({ footers, hasLink }: ManifestGroup, baseUrl: string): string {
  const link = hasLink ? unsubscribeUrl(baseUrl, previewToken) : '';
  return footers.map((footer) => `${footer}${link}`.trim()).join('\n');
}

interface Sample {
  entry: ManifestPerson;
  messages: ExactMessage[];
}

function stepView(text: ManifestText, samples: Sample[]): GroupView['steps'][number] {
  const { stepId, variantId, branch, isWrittenPerPerson } = text;
  const own = isWrittenPerPerson ? samples.flatMap((sample) => sampleOf(text, sample)) : [];
  const [first] = own;
  // A text for one person alone is shown as the first of them gets it.
  const isTemplate = !isWrittenVariant(variantId) && (text.body !== '' || text.subject !== '');
  const shown = isTemplate || first === undefined ? text : { subject: first.subject, body: first.bodyText };
  const named = { subject: shown.subject, body: shown.body, branch: branch.join(', ') };
  return { stepId, variantId, ...named, isWrittenPerPerson, samples: own };
}

/** The message of a sample in this step. Another variant of the step is no sample. */
function sampleOf({ stepId, variantId }: ManifestText, { entry, messages }: Sample) {
  const message = messages.find((one) => textKey(one.stepId, one.variantId) === textKey(stepId, variantId));
  if (message === undefined || entry.contactId === null) return [];
  return [{ contactId: entry.contactId, subject: message.subject, bodyText: message.bodyText }];
}
