import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isFullDisk } from '@outbound/node-service/store/full-disk';
import type { Logger } from 'pino';
import { ToolError } from '../../errors/errors.ts';
import { fullDiskText } from '../../errors/full-disk-text.ts';
import { isStoreAway, storeAwayText } from '../../store/store-away.ts';
import { InputNeeded, type Question } from '../../tools/ask-person.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { ToolContext } from '../../tools/tool.ts';
import { startSpan } from '../../tracing/traced.ts';
import { type ProtocolTask, resultInProtocol, taskInProtocol } from './protocol-result.ts';

export type ToolObserver = (tool: string, outcome: 'ok' | 'refused' | 'failed', seconds: number) => void;
export interface CallToolDeps {
  registry: ToolRegistry;
  log: Logger;
  observe: ToolObserver;
}

/** The one place that catches a tool's errors: rejections go to the client, defects to the log. */
export async function callTool(
  { registry, log, observe }: CallToolDeps,
  name: string,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<CallToolResult | { question: Question } | { task: ProtocolTask }> {
  const startedAt = performance.now();
  const label = registry.has(name) ? name : 'unknown';
  const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': label };
  const { span, traceparent } = startSpan(`tools/call ${label}`, context.traceparent, attributes);
  const traced = { ...context, ...(traceparent && { traceparent }) };
  const seconds = () => (performance.now() - startedAt) / 1_000;
  try {
    const result = await registry.call(name, input, traced);
    observe(label, result.isError ? 'refused' : 'ok', seconds());
    return result.task ? { task: taskInProtocol(result.task) } : resultInProtocol(result);
  } catch (thrown) {
    const known = isFullDisk(thrown) ? fullDiskText : isStoreAway(thrown) ? storeAwayText : undefined;
    const error = known === undefined ? thrown : new ToolError(known);
    if (error instanceof InputNeeded) return { question: error.question };
    const isRefusal = error instanceof ToolError;
    observe(label, isRefusal ? 'refused' : 'failed', seconds());
    if (!isRefusal) log.error({ err: error, tool: label, requestId: context.requestId }, 'tool failed');
    const text = isRefusal
      ? error.message
      : `Something went wrong on our side (request ${context.requestId}); try again later.`;
    const structured = registry.structuredError(name, isRefusal ? 'rejected' : 'failed', text);
    return { content: [{ type: 'text', text }], ...(structured && { structuredContent: structured }), isError: true };
  } finally {
    span.end();
  }
}
