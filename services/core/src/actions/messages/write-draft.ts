import { checkMessage } from '../../domain/campaigns/render-checks.ts';
import type { RenderScope } from '../../domain/campaigns/render-fields.ts';
import { findTemplateProblem } from '../../domain/campaigns/render-template.ts';
import { domainOf } from '../../domain/crm/email-address.ts';
import { draftPrompt, type Prompt } from '../../domain/drafts/draft-prompt.ts';
import { draftTemplate } from '../../domain/drafts/draft-template.ts';
import { type DraftText, readModelDraft, renderDraft } from '../../domain/drafts/draft-text.ts';
import { AppError } from '../../errors.ts';
import { insertMessages, type MessageRecord, newMessageIdHeader } from '../../store/campaigns/message-store.ts';
import { ensureDefaultMailbox } from '../../store/mail/default-mailbox.ts';
import type { ActionContext } from '../action-context.ts';
import type { CampaignMailbox } from '../campaigns/engine/campaign-mailboxes.ts';
import type { Person } from '../campaigns/engine/campaign-people.ts';

const wordsDefault = 120;
const pitchDefault = 'I would like to show you in a few minutes what we do, and hear whether it fits.';

interface DraftInput {
  subject?: string;
  bodyText?: string;
  instructions?: string;
  pitch?: string;
  language?: string;
  wordsMax?: number;
}

export interface DraftPlan {
  /** What will be stored; null when a model writes it. */
  text: DraftText | null;
  prompt: Prompt | null;
  /** What is stored when the model cannot be used. */
  fallback: DraftText;
  writtenBy: 'caller' | 'model' | 'template';
  warnings: string[];
}

export interface WrittenDraft {
  text: DraftText;
  writtenBy: DraftPlan['writtenBy'];
  warnings: string[];
}

export const planDraft = (input: DraftInput, person: Person, scope: RenderScope, ctx: ActionContext): DraftPlan => {
  refuseMixture(input);
  const pitch = input.pitch ?? (input.instructions ? '' : pitchDefault);
  const fallback = fill(draftTemplate, { ...scope, custom: { pitch: pitch || pitchDefault } });
  if (input.subject !== undefined && input.bodyText !== undefined) {
    const text = fill(requireTemplate({ subject: input.subject, bodyText: input.bodyText }), scope);
    return { text, prompt: null, fallback: text, writtenBy: 'caller', warnings: warningsOf(text) };
  }
  if (input.instructions === undefined) {
    return { text: fallback, prompt: null, fallback, writtenBy: 'template', warnings: warningsOf(fallback) };
  }
  if (ctx.ports.drafting === null) {
    const warnings = ['No language model is configured: the built-in template is used.', ...warningsOf(fallback)];
    return { text: fallback, prompt: null, fallback, writtenBy: 'template', warnings };
  }
  const { instructions, wordsMax = wordsDefault } = input;
  const language = input.language ?? person.contact.language ?? 'en';
  const prompt = draftPrompt({ instructions, language, wordsMax }, scope);
  return { text: null, prompt, fallback, writtenBy: 'model', warnings: [] };
};

const refuseMixture = ({ subject, bodyText, instructions }: DraftInput): void => {
  if ((subject === undefined) !== (bodyText === undefined)) {
    const field = subject === undefined ? 'subject' : 'bodyText';
    throw new AppError('validation_failed', 'Give subject and bodyText together.', { field });
  }
  if (instructions === undefined || subject === undefined) return;
  throw new AppError('validation_failed', 'Give your own text, or instructions for a model, not both.', {
    field: 'instructions',
  });
};

const requireTemplate = (template: DraftText): DraftText => {
  for (const field of ['subject', 'bodyText'] as const) {
    const problem = findTemplateProblem(template[field]);
    if (problem === null) continue;
    const { message, allowedValues } = problem;
    throw new AppError('validation_failed', `${field}: ${message}`, { field, allowedValues });
  }
  return template;
};

const fill = (template: DraftText, scope: RenderScope): DraftText => {
  const { text, problem } = renderDraft(template, scope);
  if (text !== null) return text;
  const field = problem.split(':')[0]!;
  throw new AppError('validation_failed', `${problem}. Complete the contact, or give a default.`, { field });
};

const warningsOf = (text: DraftText): string[] => checkMessage(text).map(({ message }) => message);

/** Asks the model, where the plan says so; what it cannot deliver, the template does. */
export const writeDraft = async (plan: DraftPlan, ctx: ActionContext): Promise<WrittenDraft> => {
  const { text, prompt, fallback, writtenBy, warnings } = plan;
  if (text !== null || prompt === null) return { text: text ?? fallback, writtenBy, warnings };
  const { text: written, problem } = await ask(prompt, ctx);
  if (written !== null) return { text: written, writtenBy: 'model', warnings: warningsOf(written) };
  const warning = `The language model could not be used (${problem}): the built-in template is used.`;
  return { text: fallback, writtenBy: 'template', warnings: [warning, ...warningsOf(fallback)] };
};

const ask = async (prompt: Prompt, { ports, log }: ActionContext) => {
  try {
    return readModelDraft(await ports.drafting!.write(prompt));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, 'the language model failed');
    return { text: null, problem: error.message };
  }
};

/** Call inside a transaction. */
export const storeDraft = async (
  { text }: WrittenDraft,
  { mailbox, contactId, email }: { mailbox: CampaignMailbox; contactId: string; email: string },
  ctx: ActionContext,
): Promise<MessageRecord> => {
  const mailboxId = mailbox.id ?? (await ensureDefaultMailbox(ctx.workspaceId, ctx.now())).id;
  const messageIdHeader = newMessageIdHeader(domainOf(mailbox.address));
  const draft = {
    kind: 'single' as const,
    contactId,
    mailboxId,
    to: email,
    ...text,
    messageIdHeader,
    state: 'draft' as const,
  };
  const [message] = await insertMessages(ctx.workspaceId, [draft], ctx.now());
  return message!;
};
