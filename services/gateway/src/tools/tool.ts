import type { JsonSchema } from '../core-client/contract.ts';
import type { Principal } from '../members/principal.ts';
import type { Person } from './ask-person.ts';

/** A tool as the protocol describes it; free of any SDK, so that each protocol era can serve it. */
export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations: ToolAnnotations;
}

export interface ToolAnnotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** One call: who, with which request, and which tools they asked to see. */
export interface ToolContext {
  principal: Principal;
  requestId: string;
  traceparent?: string;
  /** Of the client that asked. */
  address?: string;
  surface: Surface;
  /** Whom the client can ask; absent where it cannot. */
  person?: Person;
  /** Present when the client asked for progress of this call. */
  reportProgress?(done: number, total: number | undefined, message: string): Promise<void>;
}

export interface Surface {
  toolsets: readonly string[];
  isReadOnly: boolean;
}

/** `structured` and `text` carry the same facts. */
export interface ToolResult {
  text: string;
  structured?: Record<string, unknown>;
  image?: ToolImage;
  isError?: boolean;
}

/** `data` in base64. */
export interface ToolImage {
  mimeType: string;
  data: string;
}

export interface Tool {
  definition: ToolDefinition;
  /** In its place for connections where small changes run at once. */
  atOnce?: ToolDefinition;
  scopes: readonly string[];
  /** The area it belongs to; tools without one are always listed. */
  toolset?: string;
  isDefault: boolean;
  /** False for tools that a client with `read_only` does not get. */
  isRead: boolean;
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolResult>;
}

export const readOnlyAnnotations: Omit<ToolAnnotations, 'title'> = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Of tools that run small changes at once. */
export const atOnceAnnotations: Omit<ToolAnnotations, 'title'> = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
