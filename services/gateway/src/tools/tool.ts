import type { JsonSchema } from '../core-client/contract.ts';
import type { Principal } from '../identity/principal.ts';

/** A tool as the protocol describes it; free of any SDK, so that each protocol era can serve it. */
export type ToolDefinition = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations: ToolAnnotations;
};

export type ToolAnnotations = {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/** One call: who, with which request, and which tools they asked to see. */
export type ToolContext = {
  principal: Principal;
  requestId: string;
  traceparent?: string;
  surface: Surface;
  /** Present when the client asked for progress of this call. */
  reportProgress?(done: number, total: number | undefined, message: string): Promise<void>;
};

export type Surface = { toolsets: readonly string[]; isReadOnly: boolean };

/** `structured` and `text` carry the same facts. */
export type ToolResult = {
  text: string;
  structured?: Record<string, unknown>;
  image?: ToolImage;
  isError?: boolean;
};

/** `data` in base64. */
export type ToolImage = { mimeType: string; data: string };

export type Tool = {
  definition: ToolDefinition;
  scopes: readonly string[];
  /** The area it belongs to; tools without one are always listed. */
  toolset?: string;
  isDefault: boolean;
  /** False for tools that a client with `read_only` does not get. */
  isRead: boolean;
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolResult>;
};

export const READ: Omit<ToolAnnotations, 'title'> = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
