import type { JsonSchema } from '../core-client/contract.ts';
import type { Principal } from '../members/principal.ts';
import type { Person } from './ask-person.ts';

/** A tool as the protocol describes it, independent of any SDK, so that each protocol era can serve it. */
export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations: ToolAnnotations;
  /** Names the card that hosts of MCP Apps show with the result. */
  _meta?: object;
}

export interface ToolAnnotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Context of one call: the caller, the request, and the requested tools. */
export interface ToolContext {
  principal: Principal;
  requestId: string;
  traceparent?: string;
  /** Network address of the calling client. */
  address?: string;
  surface: Surface;
  /** The person whom the client can ask. Absent if it cannot ask anyone. */
  person?: Person;
  /** True if the client accepts a task instead of a result. */
  takesTasks?: boolean;
  /** Present if the client requested progress of this call. */
  reportProgress?(done: number, total: number | undefined, message: string): Promise<void>;
}

export interface Surface {
  toolsets: readonly string[];
  isReadOnly: boolean;
  /** True for the tools as client directories require them. */
  isDirectory?: boolean;
}

/** `structured` and `text` contain the same facts. */
export interface ToolResult {
  text: string;
  structured?: Record<string, unknown>;
  image?: ToolImage;
  file?: ToolFile;
  isError?: boolean;
  /** Takes the place of the result for a client that takes tasks. */
  task?: Task;
}

/** Work that continues after the call that started it, for clients that read its state later (extension Tasks). */
export interface Task {
  id: string;
  createdAt: Date;
  changedAt: Date;
  /** Time after which the state is no longer kept. */
  keptUntil: Date;
  pollIntervalMs: number;
  state: TaskState;
}

/** `message` is for the person. A completed task has the result that the call itself would have returned. */
export type TaskState =
  | { status: 'working' | 'cancelled'; message: string; changedAt?: Date }
  | { status: 'completed'; result: ToolResult; changedAt?: Date };

/** A file. Without `text`, the client follows the link. */
export interface ToolFile {
  uri: string;
  name: string;
  mimeType: string;
  text?: string;
}

/** `data` is base64. */
export interface ToolImage {
  mimeType: string;
  data: string;
}

export interface Tool {
  definition: ToolDefinition;
  /** Replaces the definition on connections where small changes run immediately. */
  atOnce?: ToolDefinition;
  scopes: readonly string[];
  /** Area of the tool. Tools without one are always listed. */
  toolset?: string;
  isDefault: boolean;
  /** False: it can be called, but is not listed. */
  isListed?: boolean;
  /** True if it prepares changes. */
  prepares?: boolean;
  /** False for tools that are hidden from clients with `read_only`. */
  isRead: boolean;
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolResult>;
}

export const readOnlyAnnotations: Omit<ToolAnnotations, 'title'> = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Annotations of tools that run small changes immediately. */
export const atOnceAnnotations: Omit<ToolAnnotations, 'title'> = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
