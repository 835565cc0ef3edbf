import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { call, confirm } from '../harness/mcp-client.ts';
import type { Facts, Task } from './task.ts';

interface Schema {
  properties?: Record<string, Schema & { pattern?: string; items?: Schema; type?: string }>;
  required?: string[];
}

const idPattern = /^([a-z]{2,4})_[0-9A-Za-z]{16,}$/;

/**
 * A caller without knowledge of the actions. It uses the first result of find_actions for a phrase. It fills the input
 * with the facts of the task, takes IDs from the latest results, and confirms each preview.
 */
export async function callByScript(client: Client, { steps }: Task): Promise<void> {
  const seen: string[][] = [];
  for (const [phrase, facts = {}] of steps) {
    const found = await call(client, 'find_actions', { query: phrase });
    const action = found.actions[0]?.name;
    if (!action) throw new Error(`no action found for "${phrase}"`);
    const { inputSchema, runWith } = await call(client, 'describe_action', { action });
    const answer = await call(client, runWith, { action, input: filled(inputSchema, facts, seen) });
    const outcome = answer.confirmationId ? await confirm(client, answer) : answer;
    seen.unshift(idsIn(outcome.data));
  }
}

function filled(schema: Schema, facts: Facts, seen: string[][]): Facts {
  const input: Facts = {};
  const taken = new Set<string>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isNeeded = schema.required?.includes(name);
    if (name in facts) input[name] = facts[name];
    else if (isNeeded || isIdList(name)) {
      const value = fromSeen(property, name, seen, taken);
      if (value !== undefined) input[name] = value;
    }
  }
  return input;
}

/** An unused ID of the kind that the schema requires, from the latest results that have one. */
function fromSeen(
  property: Schema & { pattern?: string; items?: Schema },
  name: string,
  seen: string[][],
  taken: Set<string>,
) {
  const { pattern } = (property.items as { pattern?: string } | undefined) ?? property;
  const fits = (id: string) => !taken.has(id) && (pattern === undefined || new RegExp(pattern).test(id));
  const ids = seen.map((some) => some.filter(fits)).find((some) => some.length > 0);
  if (ids === undefined) return undefined;
  if (isIdList(name)) return ids;
  taken.add(ids[0]!);
  return ids[0];
}

function isIdList(name: string): boolean {
  return /(^ids|Ids)$/.test(name);
}

/** IDs of a result in order: those of the records first, then those they refer to. */
function idsIn(value: unknown): string[] {
  const [own, others]: [string[], string[]] = [[], []];
  const visit = (part: unknown, name: string): void => {
    if (typeof part === 'string' && name === 'id') own.push(part);
    else if (typeof part === 'string' && idPattern.test(part)) others.push(part);
    else if (Array.isArray(part)) for (const item of part) visit(item, name);
    else if (part !== null && typeof part === 'object')
      for (const [key, inner] of Object.entries(part)) visit(inner, key);
  };
  visit(value, '');
  return [...new Set([...own, ...others])];
}
