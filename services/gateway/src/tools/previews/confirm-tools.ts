import { ToolError } from '../../errors/errors.ts';
import { ownerOf } from '../../members/principal.ts';
import type { Weight } from '../../store/preview-store.ts';
import { createArgumentCheck } from '../argument-check.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';
import { askAgreement, notAgreed } from './ask-agreement.ts';
import { type Confirmation, type ConfirmDeps, confirmAction, previewsToAgree } from './confirm-action.ts';
import { confirmingTools, confirmToolOf } from './weight.ts';

const togetherMax = 20;

const confirmation = {
  confirmationId: { type: 'string', description: 'The confirmationId of the preview, as it was returned.' },
  what: { type: 'string', maxLength: 2_000, description: 'The sentence "what" of the same preview, word for word.' },
};
const inputSchema = {
  type: 'object',
  properties: {
    ...confirmation,
    also: {
      type: 'array',
      maxItems: togetherMax - 1,
      description: 'Further previews of the same kind that the user approved together with this one.',
      items: {
        type: 'object',
        properties: confirmation,
        required: ['confirmationId', 'what'],
        additionalProperties: false,
      },
    },
  },
  required: ['confirmationId', 'what'],
  additionalProperties: false,
};
const outputSchema = {
  type: 'object',
  properties: { status: { type: 'string' }, summary: { type: 'string' }, replayed: { type: 'boolean' } },
  required: ['status', 'summary'],
};
const check = createArgumentCheck(inputSchema);

/** The only tools that change anything, one per weight: clients remember "always allow" by tool. */
export function createConfirmTools(deps: ConfirmDeps): Tool[] {
  return (Object.keys(confirmingTools) as Weight[]).map((weight) => createConfirmTool(deps, weight));
}

function createConfirmTool(deps: ConfirmDeps, weight: Weight): Tool {
  const { title, does, annotations } = confirmingTools[weight];
  return {
    definition: {
      name: confirmToolOf(weight),
      title,
      description: `${does} Call it only after the user has seen the preview and agreed to exactly this. It runs once: confirming again returns the same result with replayed true. If the plan has changed in the meantime, nothing is done and a new preview is returned, which needs a new agreement.`,
      inputSchema,
      outputSchema,
      annotations: { title, readOnlyHint: false, idempotentHint: true, ...annotations },
    },
    scopes: weight === 'send' ? ['sending:write'] : [],
    isDefault: true,
    isRead: false,
    async run(input, context) {
      check(input);
      const { also = [], ...first } = input as unknown as Confirmation & { also?: Confirmation[] };
      const all = [first, ...also];
      if (context.person?.canAnswer) {
        const open = await previewsToAgree(deps, weight, all, context);
        const answer = await askAgreement(open, context);
        if (answer === 'decline') await Promise.all(open.map(({ _id }) => cancelPreview(deps, _id, context)));
        if (answer !== undefined && answer !== 'accept') return notAgreed(answer, open);
      }
      return also.length === 0
        ? showApproval(await confirmAction(deps, weight, first, context), context)
        : confirmTogether(deps, weight, all, context);
    },
  };
}

function cancelPreview({ previews, now }: ConfirmDeps, id: string, { principal }: ToolContext): Promise<boolean> {
  return previews.cancel(ownerOf(principal), id, now());
}

/** What a member has to approve is opened for the person, where their client can. */
async function showApproval(result: ToolResult, { person }: ToolContext): Promise<ToolResult> {
  const { status, approvalUrl } = (result.structured ?? {}) as { status?: string; approvalUrl?: string };
  if (status !== 'waiting_for_approval' || !approvalUrl || !person?.canOpenPages) return result;
  const message = 'A member of the workspace has to approve this in the application.';
  await person.ask({ key: 'approval', message, url: approvalUrl });
  return result;
}

/** One after the other; each stands for itself, so that a refused one does not hide what the others did. */
async function confirmTogether(
  deps: ConfirmDeps,
  weight: Weight,
  all: readonly Confirmation[],
  context: ToolContext,
): Promise<ToolResult> {
  const results: { confirmationId: string; status: string; summary: string }[] = [];
  for (const each of all) {
    const { confirmationId } = each;
    try {
      const { structured = {}, text } = await confirmAction(deps, weight, each, context);
      const { status = 'done', summary, what } = structured as Record<string, string | undefined>;
      results.push({ confirmationId, status, summary: summary ?? what ?? text });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      results.push({ confirmationId, status: 'not_done', summary: error.message });
    }
  }
  const done = results.filter(({ status }) => status === 'done').length;
  const summary = `${done} of ${all.length} done.`;
  const lines = results.map((each) => `- ${each.confirmationId}: ${each.status}. ${each.summary}`);
  return {
    text: [summary, ...lines].join('\n'),
    structured: { status: done === all.length ? 'done' : 'partly_done', summary, results },
    ...(done === 0 && { isError: true }),
  };
}
