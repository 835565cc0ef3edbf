import type { ServerContext } from '@modelcontextprotocol/server';
import type { Answer } from '../../tools/ask-person.ts';
import type { ToolContext, ToolDefinition } from '../../tools/tool.ts';
import type { ProtocolTask } from './protocol-result.ts';

export type Params = Record<string, unknown>;

/** One request of a client, as both protocol eras see it. */
export interface ClientCall {
  context: ToolContext;
  meta: Params;
  capabilities: Params;
  notify(method: string, params: Params): Promise<void>;
  /** Asks the client and awaits its response, within a stream (revisions up to 2025-11-25). */
  request?: ClientRequest;
  /** Answers that came with the client's next attempt (revision 2026-07-28). */
  inputResponses: Params;
  requestState?: unknown;
}

/** `about` is passed back with an answer that arrives after the call has ended. */
export type ClientRequest = (method: string, params: Params, about?: unknown) => Promise<unknown>;

export interface SettledAnswer {
  about: unknown;
  answer: Answer;
  /** True while the call that asked is still open and carries out the agreed action. */
  isAwaited: boolean;
}

interface Listed {
  name: string;
}

/** The server's offering, in a form that each protocol era can serve. */
export interface Catalog {
  /** Capabilities beyond tools, prompts, resources, and completions, for revisions up to 2025-11-25. */
  readonly olderCapabilities: object;
  /** Checks the state that a client sends back in revision 2026-07-28. */
  verifyState?(state: string, context: ServerContext): Promise<unknown>;
  listTools(context: ToolContext): ToolDefinition[];
  callTool(name: string, input: Params, call: ClientCall): Promise<object>;
  /** Reads a task. Undefined if the caller has no task with this ID. */
  readTask(id: string, call: ClientCall): Promise<ProtocolTask | undefined>;
  /** Takes answers to the questions of a task. False if the caller has no such task. */
  updateTask(id: string, answers: Params, call: ClientCall): Promise<boolean>;
  /** Stops the job of a task if the caller may do that. False if the caller has no such task. */
  cancelTask(id: string, call: ClientCall): Promise<boolean>;
  /** Acts on a person's answer to a question about a subject. */
  settleAnswer?(settled: SettledAnswer, context: ToolContext): Promise<void>;
  listPrompts(): Listed[];
  getPrompt(name: string, values: Record<string, string>, call: ClientCall): object;
  completePrompt(name: string, argument: { name: string; value: string }, context: ToolContext): Promise<string[]>;
  listResources(): (Listed & { uri: string })[];
  listTemplates(): (Listed & { uriTemplate: string })[];
  readResource(uri: string, context: ToolContext): Promise<{ uri: string }>;
}
