import { readModelDraft } from '../../../domain/messages/drafts/draft-text.ts';
import { checkText } from '../../../domain/messages/templates/render-checks.ts';
import { renderTemplate } from '../../../domain/messages/templates/render-template.ts';
import type { AutopilotClass, ReplyDraftRules } from '../../../domain/replies/autopilot/autopilot-rules.ts';
import { replyDraftPrompt } from '../../../domain/replies/autopilot/reply-draft-prompt.ts';
import { builtInReplyDraft } from '../../../domain/replies/autopilot/reply-draft-templates.ts';
import { newestText } from '../../../domain/replies/text/newest-text.ts';
import { languagesOf } from '../../../domain/text/languages.ts';
import { plainWords } from '../../../domain/text/plain-words.ts';
import { AppError } from '../../../errors/errors.ts';
import { findMessage } from '../../../store/messages/message-store.ts';
import type { ReplyRecord } from '../../../store/replies/reply-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { findPeople, scopeOf } from '../../campaigns/campaign-people.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';

export interface WrittenReply {
  bodyText: string;
  writtenBy: 'model' | 'template';
}

/**
 * Text of a reply draft: from the workspace's template, otherwise from the model, otherwise built in. Null if nothing
 * can be sent.
 */
export async function writeReplyDraft(
  reply: ReplyRecord & { class: AutopilotClass },
  { templates }: ReplyDraftRules,
  workspace: WorkspaceRecord,
  deps: EngineDeps,
): Promise<WrittenReply | null> {
  const own = templates[reply.class]?.trim();
  const byModel = own ? null : await askModel(reply, workspace, deps);
  if (byModel !== null) return { bodyText: byModel, writtenBy: 'model' };
  const languages = languagesOf(plainWords(newestText(reply.bodyText)));
  // A text that is too short to detect its language can match all of them.
  const template = own ?? builtInReplyDraft(reply.class, languages.length > 3 ? ['en'] : languages);
  const filled = await fill(template, reply, workspace, deps.now());
  return filled === null ? null : { bodyText: filled, writtenBy: 'template' };
}

async function fill(
  template: string,
  reply: ReplyRecord,
  workspace: WorkspaceRecord,
  now: Date,
): Promise<string | null> {
  const people = await findPeople(workspace.id, reply.contactId === null ? [] : [reply.contactId]);
  const person = people.get(reply.contactId ?? '');
  if (person === undefined) return null;
  const { text } = renderTemplate(template, scopeOf(person, { displayName: '', address: '' }, workspace, now));
  // A greeting without a name keeps its comma, but not the space.
  const body = text?.replace(/^(\p{L}+(?: \p{L}+)?) +(?=[,:])/u, '$1').trim() ?? '';
  return isSendable(body) ? body : null;
}

function isSendable(bodyText: string): boolean {
  return checkText({ subject: 'Re:', bodyText }).every(({ severity }) => severity !== 'error');
}

async function askModel(
  reply: ReplyRecord,
  workspace: WorkspaceRecord,
  { ports, log }: EngineDeps,
): Promise<string | null> {
  const writer = await ports.drafting.writerFor(workspace.id);
  if (writer === null) return null;
  const original = reply.messageId === null ? null : await findMessage(workspace.id, reply.messageId);
  const facts = `the sender is ${workspace.settings.senderName || workspace.name}`;
  const thread = { subject: reply.subject, reply: reply.bodyText, ours: original?.bodyText ?? '', facts };
  try {
    const { text } = readModelDraft(await writer.write(replyDraftPrompt(thread)));
    return text === null || /https?:|www\./i.test(text.bodyText) ? null : text.bodyText;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, 'the language model failed: a template is used');
    return null;
  }
}
