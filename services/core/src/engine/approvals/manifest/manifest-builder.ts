import {
  type Manifest,
  type ManifestMailbox,
  type ManifestPerson,
  type ManifestStep,
  type ManifestText,
  manifestSamplesMax,
  manifestTextLengthMax,
  type OwnText,
  textKey,
} from '../../../domain/approvals/manifest.ts';
import { personText } from '../../../domain/approvals/manifest-texts.ts';
import { shortDigest } from '../../../domain/campaigns/approved-texts.ts';
import { isWrittenVariant, writtenVariantIn } from '../../../domain/campaigns/written-text.ts';
import type { RenderScope } from '../../../domain/messages/templates/render-fields.ts';
import { digestOf } from '../../../domain/values/canonical-json.ts';
import { AppError } from '../../../errors/errors.ts';
import { newManifestId } from '../../../store/approvals/manifest-store.ts';
import { findFiles } from '../../../store/messages/file-store.ts';
import { plainTextOf } from '../../../transport/messages/message-body.ts';
import { type Around, footerOf, manifestMailbox, type Sender } from './around-text.ts';
import { type Grouped, type OwnFor, type SequenceFor, valuesIn } from './manifest-parts.ts';
import { refuseTooMany } from './refuse-too-many.ts';

/** Collects everyone's messages into groups. Texts are kept once, however many people get them. */
export class ManifestBuilder {
  readonly #action: string;
  readonly #workspace: Around;
  readonly #steps = new Map<string, ManifestStep>();
  readonly #texts = new Map<string, ManifestText>();
  readonly #groups = new Map<string, Grouped>();
  readonly #mailboxes = new Map<string, ManifestMailbox>();
  readonly #people: ManifestPerson[] = [];
  readonly #written = new Set<string>();
  readonly #footers = new Map<string, string>();
  #textLength = 0;

  constructor(action: string, workspace: Around) {
    this.#action = action;
    this.#workspace = workspace;
  }

  /** Lists a mailbox that can take over. */
  addMailbox(mailbox: Sender): void {
    this.#mailboxes.set(mailbox.address, manifestMailbox(mailbox, this.#workspace));
  }

  addSequence({ person, scope, steps, mailbox, hasLink, notice, ...facts }: SequenceFor): void {
    const { contact } = person;
    const language = contact.language ?? null;
    const texts: ManifestText[] = [];
    const fixed: ManifestPerson['fixed'] = [];
    const mayVary: string[] = [];
    for (const step of steps) {
      this.#steps.set(step.id, step);
      for (const variant of textsFor(step, scope)) {
        const own = personText(step, variant, scope);
        texts.push(own.text);
        mayVary.push(...own.mayVary);
        if (own.fixed !== null) fixed.push([textKey(step.id, variant.id), own.fixed]);
      }
    }
    const written = facts.own.map((own) => footerOf(language, plainTextOf(own), hasLink, this.#workspace));
    const footers = [...new Set([...texts.map((text) => this.#footer(language, text, hasLink)), ...written])];
    const group = this.#group({ texts, footers, hasLink, notice, mailbox, owns: facts.own });
    for (const field of mayVary) group.mayVary.add(field);
    for (const [key] of fixed) group.fixed.add(key);
    this.#join(group, {
      ...facts,
      contactId: contact.id,
      to: contact.email ?? '',
      groupId: group.id,
      values: valuesIn(steps, scope),
      language,
      fixed,
    });
  }

  addOwn({ mailbox, own, ...facts }: OwnFor): void {
    const group = this.#group({ texts: [], footers: [], hasLink: false, notice: '', mailbox, owns: [own] });
    this.#join(group, { ...facts, campaignId: null, groupId: group.id, values: [], fixed: [], own: [own] });
  }

  async finish(campaignId: string | null): Promise<Manifest> {
    const groups = [...this.#groups.values()];
    refuseTooMany(groups, [...this.#texts.values()]);
    const texts = [...this.#texts.values()].map((text) => {
      const isOwn = groups.some((group) => group.texts.includes(text.digest) && group.fixed.has(keyOf(text)));
      return { ...text, isWrittenPerPerson: isOwn || this.#written.has(text.digest) };
    });
    const ids = [...new Set([...texts, ...this.#people.flatMap(({ own }) => own)].flatMap((one) => one.attachments))];
    const files = (await findFiles(this.#workspace.id, ids)).map(({ id, fileName, sha256 }) => ({
      id,
      fileName,
      sha256,
    }));
    const { postalAddress, footer: wording = {} } = this.#workspace.settings;
    const content = {
      action: this.#action,
      campaignId,
      steps: [...this.#steps.values()],
      texts,
      mailboxes: [...this.#mailboxes.values()],
      files: files.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      around: { postalAddress, wording },
    };
    const people = this.#people.map(({ contactId, to, groupId, fixed, own }) => [contactId, to, groupId, fixed, own]);
    return {
      id: newManifestId(),
      digest: digestOf([content, groups.map(({ id }) => id), people]),
      ...content,
      groups: groups.map(({ fixed: _fixed, mayVary, ...group }) => ({ ...group, mayVary: [...mayVary].sort() })),
      people: this.#people,
    };
  }

  #footer(language: string | null, text: ManifestText, hasLink: boolean): string {
    const key = JSON.stringify([language, language === null ? text.digest : '', hasLink]);
    const known =
      this.#footers.get(key) ??
      footerOf(language, plainTextOf({ ...text, bodyText: text.body }), hasLink, this.#workspace);
    this.#footers.set(key, known);
    return known;
  }

  #group(of: {
    texts: ManifestText[];
    footers: string[];
    hasLink: boolean;
    notice: string;
    mailbox: Sender;
    owns: OwnText[];
  }): Grouped {
    const { texts, footers, hasLink, notice, mailbox, owns } = of;
    this.addMailbox(mailbox);
    const all = [...texts, ...owns.map((own) => this.#ownText(own))];
    for (const text of all) this.#keep(text);
    const digests = all.map(({ digest }) => digest);
    const id = shortDigest([digests, footers, hasLink, notice, mailbox.address]);
    const known = this.#groups.get(id);
    if (known !== undefined) return known;
    const made: Grouped = {
      id,
      texts: digests,
      mailbox: mailbox.address,
      footers,
      hasLink,
      notice,
      recipientCount: 0,
      sampleContactIds: [],
      earliestAt: null,
      latestAt: null,
      mayVary: new Set(),
      fixed: new Set(),
    };
    this.#groups.set(id, made);
    return made;
  }

  /** Texts that a person wrote are one text of a group, whose samples differ. */
  #ownText({ stepId, variantId, bodyFormat, attachments }: OwnText): ManifestText {
    const digest = shortDigest(['own', stepId, variantId, bodyFormat, attachments]);
    this.#written.add(digest);
    const text = { subject: '', body: '', branch: [], isWrittenPerPerson: true };
    return { digest, stepId, variantId, bodyFormat, attachments, ...text };
  }

  #keep(text: ManifestText): void {
    if (this.#texts.has(text.digest)) return;
    this.#texts.set(text.digest, text);
    this.#textLength += text.subject.length + text.body.length;
    if (this.#textLength > manifestTextLengthMax)
      throw new AppError('limit_reached', `Its texts have more than ${manifestTextLengthMax} characters in all.`);
  }

  #join(group: Grouped, person: ManifestPerson): void {
    group.recipientCount += 1;
    const { contactId, earliestAt } = person;
    if (contactId !== null && group.sampleContactIds.length < manifestSamplesMax)
      group.sampleContactIds.push(contactId);
    if (earliestAt !== null && (group.earliestAt === null || earliestAt < group.earliestAt))
      group.earliestAt = earliestAt;
    if (earliestAt !== null && (group.latestAt === null || earliestAt > group.latestAt)) group.latestAt = earliestAt;
    this.#people.push(person);
  }
}

/** The text written for a person, or else all others of the step. */
function textsFor({ id, texts }: ManifestStep, scope: RenderScope): ManifestStep['texts'] {
  const written = writtenVariantIn(scope, id);
  const own = texts.filter((text) => text.id === written);
  return own.length > 0 ? own : texts.filter((text) => !isWrittenVariant(text.id));
}

function keyOf({ stepId, variantId }: ManifestText): string {
  return textKey(stepId, variantId);
}
