/** Structured result of a tool call. Previews have the members of a confirmation. */
export interface ToolResult {
  structuredContent?: { confirmationId?: string; confirmWith?: string; what?: string } & Record<string, unknown>;
  content: { type: string; text?: string }[];
  isError?: boolean;
}

export interface ToolDefinition {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

/** A small MCP client: JSON-RPC over HTTP with an API key. */
export function connectMcp(baseUrl: string, apiKey: string) {
  let lastId = 0;
  async function request<Result>(method: string, params: object = {}): Promise<Result> {
    lastId += 1;
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`MCP server returned ${response.status}: ${text.slice(0, 300)}`);
    const message = JSON.parse(text.startsWith('{') ? text : lastEventOf(text));
    if (message.error) throw new Error(`${method} failed: ${message.error.message}`);
    return message.result;
  }
  return {
    listTools: async () => (await request<{ tools: ToolDefinition[] }>('tools/list')).tools,
    callTool: (name: string, input: object) => request<ToolResult>('tools/call', { name, arguments: input }),
  };
}

/** The response is the last event of the stream. Notifications come before it. */
function lastEventOf(stream: string): string {
  return (
    stream
      .match(/^data: .*$/gm)
      ?.at(-1)
      ?.slice('data: '.length) ?? '{}'
  );
}

export type Mcp = ReturnType<typeof connectMcp>;

export function textOf({ content }: ToolResult): string {
  return content.map(({ text }) => text ?? '').join('\n');
}
