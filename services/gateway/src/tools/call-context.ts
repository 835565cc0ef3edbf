import type { Action } from '../core-client/contract.ts';
import type { CallContext, CoreClient } from '../core-client/core-client.ts';
import { ToolError } from '../errors/errors.ts';
import type { PreviewStore } from '../store/preview-store.ts';
import type { ToolContext } from './tool.ts';

export interface ToolDeps {
  core: CoreClient;
  previews: PreviewStore;
  now: () => Date;
  baseUrl: string;
}

export function hasScopes({ scopes }: Pick<Action, 'scopes'>, { principal }: Pick<ToolContext, 'principal'>): boolean {
  return scopes.every((scope) => principal.scopes.has(scope));
}

export function requireScopes(action: Action, { principal }: ToolContext): void {
  const missing = action.scopes.filter((scope) => !principal.scopes.has(scope));
  if (missing.length === 0) return;
  const remedy = 'connect again and allow it, or use an API key that has it';
  throw new ToolError(`Missing scope ${missing.join(', ')} for ${action.name}; ${remedy}.`);
}

export async function callContext(context: ToolContext, previewId?: string): Promise<CallContext> {
  const { principal, requestId, traceparent, address } = context;
  const authorization = await principal.authorize(previewId);
  return {
    authorization,
    requestId,
    onUnauthenticated: () => principal.forget(),
    ...(traceparent && { traceparent }),
    ...(address && { address }),
    ...(previewId && { previewId }),
  };
}
