import { ToolError } from '../../errors/errors.ts';
import { ownerOf } from '../../members/principal.ts';
import { createArgumentCheck } from '../argument-check.ts';
import { renderText } from '../text/render-text.ts';
import { readOnlyAnnotations, type Tool, type ToolContext, type ToolResult } from '../tool.ts';
import { stillPossible } from './agreement-page.ts';
import { type ConfirmDeps, confirmAction, unknownConfirmation } from './confirm-action.ts';
import { confirmToolOf } from './weight.ts';

const idSchema = {
  type: 'object',
  properties: {
    confirmationId: { type: 'string', description: 'The confirmationId of the preview, as it was returned.' },
  },
  required: ['confirmationId'],
  additionalProperties: false,
};
const checkId = createArgumentCheck(idSchema);
const checkNothing = createArgumentCheck({ type: 'object', properties: {}, additionalProperties: false });

export function createCancelTool({ previews, now }: ConfirmDeps): Tool {
  const title = 'Cancel a prepared action';
  return {
    definition: {
      name: 'cancel_action',
      title,
      description:
        'Discards a prepared action that the user does not want. Nothing is changed or sent. Returns its new status.',
      inputSchema: idSchema,
      annotations: { title, readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    scopes: [],
    toolset: 'previews',
    isDefault: false,
    isRead: false,
    async run(input, { principal }) {
      const id = checkId(input).confirmationId as string;
      const isCancelled = await previews.cancel(ownerOf(principal), id, now());
      const state = isCancelled ? 'cancelled' : (await previews.find(ownerOf(principal), id))?.state;
      if (state === 'waiting')
        throw new ToolError(
          'A member of the workspace decides about it: it is approved or declined in the application.',
        );
      if (state === 'done' || state === 'running')
        throw new ToolError('It is too late to cancel: the action was confirmed.');
      if (state !== 'cancelled') throw new ToolError(unknownConfirmation);
      return { text: 'Cancelled. Nothing was done.', structured: { status: 'cancelled', confirmationId: id } };
    },
  };
}

/** Returns the outcome of a preview. If a member's approval is pending, asks the core for its state. */
export function createGetActionTool(deps: ConfirmDeps): Tool {
  const title = 'See what became of an action';
  return {
    definition: {
      name: 'get_action',
      title,
      description:
        'Tells what became of a prepared action: waiting_for_confirmation, waiting_for_approval (with the ' +
        'link for a member of the workspace), done with its result, failed, declined or cancelled. It never ' +
        'carries anything out by itself.',
      inputSchema: idSchema,
      outputSchema: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] },
      annotations: { title, ...readOnlyAnnotations },
    },
    scopes: [],
    isDefault: true,
    isRead: false,
    async run(input, context) {
      const id = checkId(input).confirmationId as string;
      const preview = await deps.previews.find(ownerOf(context.principal), id);
      const isOpen = preview?.state === 'pending' || preview?.state === 'declined';
      const isOver = isOpen && preview.expiresAt <= deps.now();
      if (!preview || isOver) throw new ToolError(unknownConfirmation);
      const { summary: what, weight, expiresAt } = preview;
      // Asking the core again, under the same key, returns the approval's state or the stored result.
      if (!isOpen) return confirmAction(deps, weight, { confirmationId: id, what }, context);
      const isDeclined = preview.state === 'declined';
      const structured = {
        status: isDeclined ? 'declined' : 'waiting_for_confirmation',
        what,
        confirmWith: confirmToolOf(weight),
        ...(isDeclined && { next: stillPossible(deps.baseUrl, preview) }),
        ...(preview.agreedAt && { agreedAt: preview.agreedAt.toISOString() }),
        expiresAt: expiresAt.toISOString(),
      };
      return { text: renderText(structured), structured };
    },
  };
}

export function createListPendingTool({ previews, now }: ConfirmDeps): Tool {
  const title = 'List prepared actions';
  return {
    definition: {
      name: 'list_pending_actions',
      title,
      description:
        'Lists the actions that were prepared through this connection and wait for a confirmation, newest first, with what each would do, its cost and when it expires.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      annotations: { title, ...readOnlyAnnotations },
    },
    scopes: [],
    toolset: 'previews',
    isDefault: false,
    isRead: false,
    async run(input: Record<string, unknown>, { principal }: ToolContext): Promise<ToolResult> {
      checkNothing(input);
      const pending = (await previews.listPending(ownerOf(principal), now())).map((preview) => ({
        confirmationId: preview._id,
        action: preview.action,
        what: preview.summary,
        confirmWith: confirmToolOf(preview.weight),
        ...(preview.cost && { cost: preview.cost }),
        ...(preview.approval && { waitsForApprovalAt: preview.approval.url }),
        expiresAt: preview.expiresAt.toISOString(),
      }));
      const summary =
        pending.length === 0 ? 'Nothing waits for a confirmation.' : `${pending.length} prepared, not done yet.`;
      return { text: `${summary}\n${renderText(pending)}`.trim(), structured: { summary, pending } };
    },
  };
}
