import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Task, ToolFile, ToolResult } from '../../tools/tool.ts';

/** A task of the extension Tasks (2026-07-28). Times are ISO 8601, and durations milliseconds. */
export interface ProtocolTask {
  taskId: string;
  status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  statusMessage?: string;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: number;
  pollIntervalMs: number;
  /** Result of the call as the protocol returns it, with its `resultType`. */
  result?: object;
  error?: { code: number; message: string };
  inputRequests?: object;
}

export function taskInProtocol({ id, createdAt, changedAt, keptUntil, pollIntervalMs, state }: Task): ProtocolTask {
  return {
    taskId: id,
    status: state.status,
    ...(state.status === 'completed'
      ? { result: { ...resultInProtocol(state.result), resultType: 'complete' } }
      : { statusMessage: state.message }),
    createdAt: createdAt.toISOString(),
    lastUpdatedAt: changedAt.toISOString(),
    ttlMs: keptUntil.getTime() - createdAt.getTime(),
    pollIntervalMs,
  };
}

export function resultInProtocol({ text, structured, image, file, isError }: ToolResult): CallToolResult {
  return {
    content: [
      { type: 'text', text },
      ...(image ? [{ type: 'image' as const, ...image }] : []),
      ...(file ? [contentOf(file)] : []),
    ],
    ...(structured && { structuredContent: structured }),
    ...(isError && { isError }),
  };
}

/** The file itself, or a link to it. */
function contentOf({ text, uri, mimeType, name }: ToolFile): CallToolResult['content'][number] {
  return text === undefined
    ? { type: 'resource_link', uri, mimeType, name }
    : { type: 'resource', resource: { uri, mimeType, text } };
}
