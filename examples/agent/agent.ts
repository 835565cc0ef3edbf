// An agent loop: the model chooses tools, Outbound previews every change, and you confirm it.
// Set MODEL_URL (OpenAI-compatible), MODEL_NAME, and MODEL_API_KEY for a real model. Otherwise fixed steps run.
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { connectMcp, type Mcp, type ToolResult, textOf } from './mcp.ts';
import { chatModel, scriptedModel } from './model.ts';

const stepsMax = 20;
const { OUTBOUND_URL, OUTBOUND_API_KEY, MODEL_URL, MODEL_NAME = 'gpt-4.1-mini', MODEL_API_KEY } = process.env;
if (!OUTBOUND_URL || !OUTBOUND_API_KEY) throw new Error('Set OUTBOUND_URL and OUTBOUND_API_KEY.');

const isConfirmed = process.argv.includes('--yes');
const task =
  process.argv
    .slice(2)
    .filter((word) => word !== '--yes')
    .join(' ') || 'Find three heads of sales in Germany.';

async function agrees(what: string): Promise<boolean> {
  if (isConfirmed) return true;
  // Without a terminal, no one can agree.
  if (!stdin.isTTY) return false;
  const prompt = createInterface({ input: stdin, output: stdout });
  const response = await prompt.question(`${what}\nConfirm? [y/N] `);
  prompt.close();
  return response.trim().toLowerCase() === 'y';
}

/** Asks the user about a preview, and confirms exactly this preview. */
async function settle(mcp: Mcp, result: ToolResult): Promise<ToolResult> {
  const { confirmationId, confirmWith, what } = result.structuredContent ?? {};
  if (!confirmationId || !confirmWith || !what) return result;
  if (!(await agrees(what))) return { content: [{ type: 'text', text: 'The user declined.' }] };
  return mcp.callTool(confirmWith, { confirmationId, what });
}

const mcp = connectMcp(OUTBOUND_URL, OUTBOUND_API_KEY);
const tools = await mcp.listTools();
console.log(`Connected. ${tools.length} tools.`);
const model = MODEL_URL ? chatModel(MODEL_URL, MODEL_NAME, MODEL_API_KEY, tools, task) : scriptedModel();

let results: { id: string; text: string }[] = [];
for (let step = 1; step <= stepsMax; step += 1) {
  const { text, calls } = await model.next(results);
  if (text) console.log(text);
  if (calls.length === 0) break;
  results = [];
  for (const { id, name, input } of calls) {
    const result = await settle(mcp, await mcp.callTool(name, input));
    console.log(`${name}: ${textOf(result).split('\n')[0]}`);
    results.push({ id, text: textOf(result) });
  }
}
