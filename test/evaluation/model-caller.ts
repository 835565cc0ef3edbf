import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Task } from './task.ts';

const turnsMax = 20;
const agreed =
  'You act for a user who agrees to every preview that does what they asked for. Complete the task, then report that it is done.';

/** An OpenAI-compatible endpoint. */
export interface Model {
  /** URL up to and without `/chat/completions`. */
  url: string;
  name: string;
  apiKey?: string;
}

interface ToolCall {
  id: string;
  function: { name: string; arguments: string };
}
interface Message {
  role: string;
  content: string | null;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
}

/** The model of EVALUATE_URL, EVALUATE_MODEL, and EVALUATE_API_KEY; undefined if not set. */
export function modelOf(env: NodeJS.ProcessEnv): Model | undefined {
  const { EVALUATE_URL: url, EVALUATE_MODEL: name, EVALUATE_API_KEY: apiKey } = env;
  return url && name ? { url: url.replace(/\/$/, ''), name, ...(apiKey && { apiKey }) } : undefined;
}

/** Lets a model complete the task with the listed tools and the server's instructions, like a client. */
export async function callByModel(client: Client, model: Model, { wish }: Task): Promise<void> {
  const { tools } = await client.listTools();
  const offered = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  const messages: Message[] = [
    { role: 'system', content: `${client.getInstructions() ?? ''}\n\n${agreed}` },
    { role: 'user', content: wish },
  ];
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const message = await ask(model, { messages, tools: offered });
    messages.push(message);
    if (!message.tool_calls?.length) return;
    for (const toolCall of message.tool_calls) messages.push(await answerOf(client, toolCall));
  }
  throw new Error(`not finished after ${turnsMax} turns`);
}

async function ask({ url, name, apiKey }: Model, body: object): Promise<Message> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ model: name, temperature: 0, ...body }),
  });
  if (!response.ok) throw new Error(`the model returned ${response.status}: ${await response.text()}`);
  const { choices } = (await response.json()) as { choices: { message: Message }[] };
  return choices[0]!.message;
}

async function answerOf(client: Client, { id, function: { name, arguments: input } }: ToolCall): Promise<Message> {
  const result = await Promise.resolve()
    .then(() => client.callTool({ name, arguments: JSON.parse(input || '{}') }))
    .catch((error: Error) => ({ content: [{ type: 'text', text: error.message }] }));
  const texts = (result.content as { text?: string }[]).map(({ text = '' }) => text);
  return { role: 'tool', tool_call_id: id, content: texts.join('\n') };
}
