import { cardMetaOf } from '../../cards/cards.ts';
import { ToolError } from '../../errors/errors.ts';
import { ownerOf } from '../../members/principal.ts';
import type { Preview, Weight } from '../../store/preview.ts';
import { createArgumentCheck } from '../argument-check.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';
import { askAgreement, notAgreed } from './ask-agreement.ts';
import { type Confirmation, type ConfirmDeps, confirmAction, previewsToAgree } from './confirm-action.ts';
import { openTask } from './preview-task.ts';
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

/** The only tools that change anything, one per weight, because clients remember "always allow" by tool. */
export function createConfirmTools(deps: ConfirmDeps): Tool[] {
  return (Object.keys(confirmingTools) as Weight[]).map((weight) => createConfirmTool(deps, weight));
}

function createConfirmTool(deps: ConfirmDeps, weight: Weight): Tool {
  const { title, does, annotations } = confirmingTools[weight];
  return {
    definition: {
      name: confirmToolOf(weight),
      title,
      description:
        `${does} Call it only after the user has seen the preview and agreed to exactly this. It runs once: ` +
        'confirming again returns the same result with replayed true. If the plan has changed in the ' +
        'meantime, nothing is done and a new preview is returned, which needs a new agreement.',
      inputSchema,
      outputSchema,
      annotations: { title, readOnlyHint: false, idempotentHint: true, ...annotations },
      ...cardMetaOf(confirmToolOf(weight)),
    },
    scopes: weight === 'send' ? ['sending:write'] : [],
    isDefault: true,
    isRead: false,
    async run(input, context) {
      const read = check(input);
      const { also = [], ...first } = read as typeof read & Confirmation & { also?: Confirmation[] };
      const all = [first, ...also];
      if (context.person?.canAnswer) {
        const open = await previewsToAgree(deps, weight, all, context);
        const answer = await askAgreement(weight, open, context);
        if (answer === 'decline') return afterDecline(deps, open, context);
        if (answer !== undefined && answer !== 'accept') return notAgreed(answer, open, deps.baseUrl);
      }
      return also.length === 0 ? confirmOne(deps, weight, first, context) : confirmTogether(deps, weight, all, context);
    },
  };
}

/** Reports the state of the previews, because another dialog may have been answered before. */
async function afterDecline(deps: ConfirmDeps, open: readonly Preview[], context: ToolContext): Promise<ToolResult> {
  const owner = ownerOf(context.principal);
  await Promise.all(open.map(({ _id }) => deps.previews.decline(owner, _id, deps.now())));
  const found = await Promise.all(open.map(({ _id }) => deps.previews.find(owner, _id)));
  const settled = found.flatMap((preview) => (preview !== null && preview.state !== 'declined' ? [preview] : []));
  if (settled.length === 0) return notAgreed('decline', open, deps.baseUrl);
  const results = settled.map(({ _id, state, summary, outcome }) => ({
    confirmationId: _id,
    status: state,
    summary: state === 'done' ? (outcome?.text ?? summary) : summary,
  }));
  const summary = 'This answer came too late: another one had decided before. The state of each action follows.';
  const lines = results.map((each) => `- ${each.confirmationId}: ${each.status}. ${each.summary}`);
  const status = settled.every(({ state }) => state === 'done') ? 'done' : 'decided_before';
  return { text: [summary, ...lines].join('\n'), structured: { status, summary, results } };
}

/** A client that takes tasks gets one for a job and for a pending approval. */
async function confirmOne(
  deps: ConfirmDeps,
  weight: Weight,
  confirmation: Confirmation,
  context: ToolContext,
): Promise<ToolResult> {
  if (!context.takesTasks) return showApproval(await confirmAction(deps, weight, confirmation, context), context);
  const { reportProgress: _none, ...quiet } = context;
  const result = await showApproval(await confirmAction(deps, weight, confirmation, quiet), context);
  const task = await openTask(deps, confirmation.confirmationId, result, context);
  return task ? { ...result, task } : result;
}

/** Opens the page for a member's approval, if the client can open pages. */
async function showApproval(result: ToolResult, { person }: ToolContext): Promise<ToolResult> {
  const { status, approvalUrl } = (result.structured ?? {}) as { status?: string; approvalUrl?: string };
  if (status !== 'waiting_for_approval' || !approvalUrl || !person?.canOpenPages) return result;
  const message = 'A member of the workspace has to approve this in the application.';
  await person.ask({ key: 'approval', message, url: approvalUrl });
  return result;
}

/** Confirms one after the other, independently, so that a rejection does not hide the results of the others. */
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
