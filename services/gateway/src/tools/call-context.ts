import type { Action } from '../core-client/contract.ts';
import type { CallContext, CoreClient } from '../core-client/core-client.ts';
import { ToolError } from '../errors.ts';
import type { PreviewStore } from '../store/preview-store.ts';
import type { ToolContext } from './tool.ts';

export type ToolDeps = { core: CoreClient; previews: PreviewStore; now: () => Date; baseUrl: string };

export function requireScopes(action: Action, { principal }: ToolContext): void {
  const missing = action.scopes.filter((scope) => !principal.scopes.has(scope));
  if (missing.length === 0) return;
  const cure = 'connect again and allow it, or use an API key that has it';
  throw new ToolError(`Missing scope ${missing.join(', ')} for ${action.name}; ${cure}.`);
}

export async function callContext(context: ToolContext, previewId?: string): Promise<CallContext> {
  const { principal, requestId, traceparent } = context;
  const authorization = await principal.authorize(previewId);
  return { authorization, requestId, ...(traceparent && { traceparent }), ...(previewId && { previewId }) };
}
