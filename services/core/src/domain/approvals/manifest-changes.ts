import {
  type DifferenceField,
  differenceFields,
  type ManifestDifference,
  type ManifestFile,
  type ManifestMailbox,
  type ManifestStep,
  type StoredManifest,
} from './manifest.ts';

type Compared = Pick<StoredManifest, 'steps' | 'mailboxes' | 'groups' | 'files' | 'around'>;

/** A message that has not been sent, and the step that it belongs to. */
export interface WaitingMessage {
  id: string;
  stepId: string | null;
}

/** Changes between two manifests of a campaign: in its templates, and in everything around them. */
export function manifestChanges(before: Compared, after: Compared, waiting: WaitingMessage[]): ManifestDifference[] {
  const all = waiting.map(({ id }) => id);
  const ids = [...new Set([...before.steps, ...after.steps].map(({ id }) => id))];
  return [
    ...ids.flatMap((stepId) => {
      const messages = waiting.filter((message) => message.stepId === stepId).map(({ id }) => id);
      const [old, now] = [before, after].map(({ steps, files }) => stepTexts(stepId, steps, files));
      return differing(old!, now!, messages);
    }),
    ...differing(aroundOf(before), aroundOf(after), all),
  ];
}

type Texts = Partial<Record<DifferenceField, string>>;

function differing(before: Texts, after: Texts, messages: string[]): ManifestDifference[] {
  return differenceFields.flatMap((field) => {
    const [old = '', now = ''] = [before[field], after[field]];
    return old === now ? [] : [{ field, before: old, after: now, messages }];
  });
}

/** All texts of a step, with their variants if there are several. */
function stepTexts(stepId: string, steps: readonly ManifestStep[], files: readonly ManifestFile[]): Texts {
  const step = steps.find(({ id }) => id === stepId);
  if (step === undefined) return {};
  const named = (value: (text: ManifestStep['texts'][number]) => string) =>
    step.texts.map((text) => (step.texts.length === 1 ? value(text) : `${text.id}: ${value(text)}`)).join('\n\n');
  const attached = step.attachments.map((id) => files.find((file) => file.id === id)?.fileName ?? id);
  return {
    subject: named(({ subject }) => subject),
    body: named(({ body }) => body),
    attachments: attached.join(', '),
  };
}

function aroundOf({ mailboxes, groups, around }: Compared): Texts {
  const each = (value: (mailbox: ManifestMailbox) => string) => [...new Set(mailboxes.map(value))].join('\n');
  const footers = [...new Set(groups.flatMap((group) => group.footers))].map((footer) => footer.trim());
  return {
    sender: each(({ name, address }) => `${name} <${address}>`),
    replyTo: each(({ replyTo }) => replyTo ?? ''),
    signature: each(({ signature }) => signature),
    footer: footers.length > 0 ? footers.join('\n') : around.postalAddress,
    notice: [...new Set(groups.map(({ notice }) => notice))].filter(Boolean).join('\n'),
  };
}
