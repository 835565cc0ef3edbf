import { ToolError } from '../../errors.ts';
import { ownerOf } from '../../identity/principal.ts';
import { createArgumentCheck } from '../argument-check.ts';
import { renderText } from '../text/render-text.ts';
import { READ, type Tool, type ToolContext, type ToolResult } from '../tool.ts';
import { type ConfirmDeps, confirmAction, UNKNOWN_CONFIRMATION } from './confirm-action.ts';

const ID_SCHEMA = {
  type: 'object',
  properties: {
    confirmationId: { type: 'string', description: 'The confirmationId of the preview, as it was returned.' },
  },
  required: ['confirmationId'],
  additionalProperties: false,
};
const checkId = createArgumentCheck(ID_SCHEMA);
const checkNothing = createArgumentCheck({ type: 'object', properties: {}, additionalProperties: false });

export function createConfirmTool(deps: ConfirmDeps): Tool {
  const title = 'Confirm a prepared action';
  return {
    definition: {
      name: 'confirm_action',
      title,
      description:
        'Carries out an action that was prepared and shown before. This is the only tool that changes data, spends credits or sends. Call it only after the user has seen the preview and agreed to exactly this. It runs once: confirming again returns the same result with replayed true. When the plan has changed in the meantime, nothing is done and a new preview comes back, which needs a new agreement.',
      inputSchema: ID_SCHEMA,
      outputSchema: {
        type: 'object',
        properties: { status: { type: 'string' }, summary: { type: 'string' }, replayed: { type: 'boolean' } },
        required: ['status', 'summary'],
      },
      annotations: { title, readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    scopes: [],
    isDefault: true,
    isRead: false,
    run: (input, context) => {
      checkId(input);
      return confirmAction(deps, input.confirmationId as string, context);
    },
  };
}

export function createCancelTool({ previews, now }: ConfirmDeps): Tool {
  const title = 'Cancel a prepared action';
  return {
    definition: {
      name: 'cancel_action',
      title,
      description:
        'Discards a prepared action that the user does not want. Nothing is changed or sent. Answers with its new status.',
      inputSchema: ID_SCHEMA,
      annotations: { title, readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    scopes: [],
    isDefault: true,
    isRead: false,
    async run(input, { principal }) {
      checkId(input);
      const id = input.confirmationId as string;
      const isCancelled = await previews.cancel(ownerOf(principal), id, now());
      const state = isCancelled ? 'cancelled' : (await previews.find(ownerOf(principal), id))?.state;
      if (state === 'done' || state === 'running')
        throw new ToolError('It is too late to cancel: the action was confirmed.');
      if (state !== 'cancelled') throw new ToolError(UNKNOWN_CONFIRMATION);
      return { text: 'Cancelled. Nothing was done.', structured: { status: 'cancelled', confirmationId: id } };
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
      annotations: { title, ...READ },
    },
    scopes: [],
    isDefault: true,
    isRead: false,
    async run(input: Record<string, unknown>, { principal }: ToolContext): Promise<ToolResult> {
      checkNothing(input);
      const pending = (await previews.listPending(ownerOf(principal), now())).map((preview) => ({
        confirmationId: preview._id,
        action: preview.action,
        summary: preview.summary,
        ...(preview.cost && { cost: preview.cost }),
        expiresAt: preview.expiresAt.toISOString(),
      }));
      const summary =
        pending.length === 0 ? 'Nothing waits for a confirmation.' : `${pending.length} prepared, not done yet.`;
      return { text: `${summary}\n${renderText(pending)}`.trim(), structured: { summary, pending } };
    },
  };
}
