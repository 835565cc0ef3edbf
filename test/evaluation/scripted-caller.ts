import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { call, confirm } from '../harness/mcp-client.ts';
import type { Facts, Task } from './task.ts';

interface Schema {
  properties?: Record<string, Schema & { pattern?: string; items?: Schema; type?: string }>;
  required?: string[];
}

const idPattern = /^([a-z]{2,4})_[0-9A-Za-z]{16,}$/;

/**
 * A caller that knows no action: it takes the first that find_actions names for a phrase, fills the input by its schema
 * with the facts of that name, ids with those that it saw last, and agrees to what it is shown.
 */
export async function callByScript(client: Client, { steps }: Task): Promise<void> {
  const seen: string[][] = [];
  for (const [phrase, facts = {}] of steps) {
    const found = await call(client, 'find_actions', { query: phrase });
    const action = found.actions[0]?.name;
    if (!action) throw new Error(`nothing is found for "${phrase}"`);
    const { inputSchema } = await call(client, 'describe_action', { action });
    const answer = await call(client, 'run_action', { action, input: filled(inputSchema, facts, seen) });
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

/** An id of the kind that the schema asks for, out of the last results that had one; no id is used twice. */
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

/** The ids of a result in their order, those of the records themselves before what these refer to. */
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
