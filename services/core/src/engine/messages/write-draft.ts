import { domainOf } from '../../domain/contacts/email-address.ts';
import type { BodyFormat } from '../../domain/messages/body-format.ts';
import type { Recipient } from '../../domain/messages/claims/check-claims.ts';
import { claimRuleFor } from '../../domain/messages/claims/claim-policy.ts';
import { draftPrompt, type Prompt } from '../../domain/messages/drafts/draft-prompt.ts';
import { draftTemplate } from '../../domain/messages/drafts/draft-template.ts';
import { type DraftText, readModelDraft, renderDraft } from '../../domain/messages/drafts/draft-text.ts';
import { defaultVoice } from '../../domain/messages/drafts/voice.ts';
import { checkText } from '../../domain/messages/templates/render-checks.ts';
import type { RenderScope } from '../../domain/messages/templates/render-fields.ts';
import { requireTemplate } from '../../domain/messages/templates/require-template.ts';
import { AppError } from '../../errors/errors.ts';
import { ensureDefaultMailbox } from '../../store/mailboxes/default-mailbox.ts';
import { insertMessages, type MessageRecord, newMessageIdHeader } from '../../store/messages/message-store.ts';
import { asPlainText } from '../../transport/messages/message-body.ts';
import type { CampaignMailbox } from '../campaigns/campaign-mailboxes.ts';
import type { Person } from '../campaigns/campaign-people.ts';
import type { ActionContext } from '../context/action-context.ts';
import { knownRecipient } from '../fields/claims/evidence.ts';
import { checkedClaims, claimInWords, noSource, unsupportedIn } from '../fields/claims/unsupported.ts';

const pitchDefault = 'I would like to show you in a few minutes what we do, and hear whether it fits.';

interface DraftInput {
  subject?: string;
  bodyText?: string;
  bodyFormat?: BodyFormat;
  instructions?: string;
  pitch?: string;
  language?: string;
  wordsMax?: number;
}

export interface DraftPlan {
  /** Text to store. Null if a model writes it. */
  text: DraftText | null;
  prompt: Prompt | null;
  /** Knowledge that the model's text is compared with. */
  recipient: Recipient | null;
  /** Text to store if the model cannot be used. */
  fallback: DraftText;
  writtenBy: 'caller' | 'model' | 'template';
  warnings: string[];
}

export interface WrittenDraft {
  text: DraftText;
  writtenBy: DraftPlan['writtenBy'];
  warnings: string[];
}

export async function planDraft(
  input: DraftInput,
  person: Person,
  scope: RenderScope,
  ctx: ActionContext,
): Promise<DraftPlan> {
  refuseMixture(input);
  if ((await ctx.ports.drafting.writerFor(ctx.workspaceId)) === null) refuseForModel(input);
  const pitch = input.pitch ?? (input.instructions ? '' : pitchDefault);
  const fallback = fill(draftTemplate, { ...scope, custom: { pitch: pitch || pitchDefault } });
  if (input.subject !== undefined && input.bodyText !== undefined) {
    requireTemplate('subject', input.subject);
    requireTemplate('bodyText', input.bodyText);
    const text = fill({ subject: input.subject, bodyText: input.bodyText, bodyFormat: input.bodyFormat }, scope);
    const claims = await checkedClaims(text, person, ctx);
    return {
      text,
      prompt: null,
      recipient: null,
      fallback: text,
      writtenBy: 'caller',
      warnings: [...warningsOf(text), ...claims],
    };
  }
  if (input.instructions === undefined) {
    const warnings = warningsOf(fallback);
    return { text: fallback, prompt: null, recipient: null, fallback, writtenBy: 'template', warnings };
  }
  const voice = ctx.workspace.settings.voice ?? defaultVoice;
  const { instructions, wordsMax = voice.lengthMax } = input;
  const language = input.language ?? person.contact.language ?? 'en';
  const recipient = await knownRecipient(person, ctx);
  const facts = recipient.evidence.flatMap(({ factId, quote }) => (factId === null ? [] : [quote]));
  const prompt = draftPrompt({ instructions, language, wordsMax, voice, facts }, scope);
  return { text: null, prompt, recipient, fallback, writtenBy: 'model', warnings: [] };
}

/** Members that only a model follows. */
const forModel = ['instructions', 'language', 'wordsMax'] as const;

function refuseForModel(input: DraftInput): void {
  const field = forModel.find((name) => input[name] !== undefined);
  if (field === undefined) return;
  const message =
    `No language model is configured to follow ${field}. Write subject and bodyText yourself, with facts from ` +
    'list_facts, or omit it to use the built-in template.';
  throw new AppError('validation_failed', message, { field });
}

function refuseMixture({ subject, bodyText, bodyFormat, instructions }: DraftInput): void {
  if (bodyFormat !== undefined && bodyText === undefined) {
    throw new AppError('validation_failed', 'bodyFormat goes with bodyText.', { field: 'bodyFormat' });
  }
  if ((subject === undefined) !== (bodyText === undefined)) {
    const field = subject === undefined ? 'subject' : 'bodyText';
    throw new AppError('validation_failed', 'Give subject and bodyText together.', { field });
  }
  if (instructions === undefined || subject === undefined) return;
  throw new AppError('validation_failed', 'Give your own text, or instructions for a model, not both.', {
    field: 'instructions',
  });
}

function fill(template: DraftText, scope: RenderScope): DraftText {
  const { text, problem } = renderDraft(template, scope);
  if (text !== null) return text;
  const field = problem.split(':')[0]!;
  throw new AppError('validation_failed', `${problem}. Complete the contact, or give a default.`, { field });
}

function warningsOf(text: DraftText): string[] {
  return checkText(asPlainText(text)).map(({ message }) => message);
}

/** Asks the model if the plan uses it, and falls back to the template, also if the model made something up. */
export async function writeDraft(plan: DraftPlan, ctx: ActionContext): Promise<WrittenDraft> {
  const { text, prompt, recipient, fallback, writtenBy, warnings } = plan;
  if (text !== null || prompt === null) return { text: text ?? fallback, writtenBy, warnings };
  const { text: written, problem } = await ask(prompt, ctx);
  if (written === null) return withTemplate(`The language model could not be used (${problem})`, fallback);
  const unsupported = unsupportedIn(written, recipient!);
  const rule = claimRuleFor({ kind: 'system' }, ctx.workspace.settings.claimPolicy);
  if (unsupported.length > 0 && rule === 'refuse')
    return withTemplate(`The language model made up ${unsupported.map(claimInWords).join('; ')}`, fallback);
  return { text: written, writtenBy: 'model', warnings: [...unsupported.map(noSource), ...warningsOf(written)] };
}

function withTemplate(reason: string, text: DraftText): WrittenDraft {
  return { text, writtenBy: 'template', warnings: [`${reason}: the built-in template is used.`, ...warningsOf(text)] };
}

async function ask(prompt: Prompt, { workspaceId, ports, log }: ActionContext) {
  try {
    const writer = await ports.drafting.writerFor(workspaceId);
    if (writer === null) return { text: null, problem: 'it was removed' };
    return readModelDraft(await writer.write(prompt));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, 'the language model failed');
    return { text: null, problem: error.message };
  }
}

/** Call inside a transaction. */
export async function storeDraft(
  { text }: WrittenDraft,
  {
    mailbox,
    contactId,
    email,
    attachments,
  }: {
    mailbox: CampaignMailbox;
    contactId: string;
    email: string;
    attachments?: string[];
  },
  ctx: ActionContext,
): Promise<MessageRecord> {
  const mailboxId = mailbox.id ?? (await ensureDefaultMailbox(ctx.workspaceId, ctx.now())).id;
  const messageIdHeader = newMessageIdHeader(domainOf(mailbox.address));
  const draft = {
    kind: 'single' as const,
    contactId,
    mailboxId,
    to: email,
    ...text,
    ...(attachments?.length && { attachments }),
    messageIdHeader,
    state: 'draft' as const,
  };
  const [message] = await insertMessages(ctx.workspaceId, [draft], ctx.now());
  return message!;
}
