import type { Action } from '../../core-client/contract.ts';
import { ToolError } from '../../errors/errors.ts';
import type { ActionRunner } from '../action-runner.ts';
import { createArgumentCheck } from '../argument-check.ts';
import { inputIn } from '../arguments/run-action-input.ts';
import { atOnceAnnotations, readOnlyAnnotations, type Tool, type ToolContext, type ToolResult } from '../tool.ts';
import { type Discovery, requireAction, toolFor } from './discovery.ts';

type Kind = 'read' | 'prepare' | 'run';

const kinds = {
  read: {
    title: 'Run any action that reads',
    description:
      'Runs a reading action found with find_actions, and returns its data. Changes nothing. For any other action, use prepare_action.',
  },
  prepare: {
    title: 'Prepare any action',
    description:
      'Prepares a changing action found with find_actions: returns a preview with a confirmationId and the tool ' +
      'that confirms it. Nothing happens before that. For an action that only reads, use read_action.',
  },
  run: {
    title: 'Run or prepare any action',
    description: 'Replaced by read_action, which runs a read, and prepare_action, which prepares anything else.',
  },
} as const;

/** \`read\` and \`prepare\` are two tools, because client directories reject a tool that mixes reads and changes. */
export function createAnyActionTool(kind: Kind, discovery: Discovery, runner: ActionRunner): Tool {
  const { title, description } = kinds[kind];
  const inputSchema = {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Name of the action, from find_actions.' },
      input: {
        type: 'object',
        description: 'Its input, by the schema that describe_action returns.',
        properties: {
          json: { type: 'string', description: 'The whole input as JSON text, for clients that send no free names.' },
        },
        additionalProperties: true,
      },
    },
    required: ['action'],
    additionalProperties: false,
  };
  const check = createArgumentCheck(inputSchema);
  const name = `${kind}_action`;
  const definition = { name, title, description, inputSchema, annotations: { title, ...readOnlyAnnotations } };
  const atOnce = ' Small changes that can be undone run immediately, as the user has allowed, and name their undo.';
  return {
    definition,
    ...(kind !== 'read' && {
      atOnce: {
        ...definition,
        description: description + atOnce,
        annotations: { title, ...atOnceAnnotations },
      },
    }),
    scopes: [],
    isDefault: true,
    isListed: kind !== 'run',
    isRead: kind !== 'prepare',
    prepares: kind !== 'read',
    async run(args, context) {
      const notes: string[] = [];
      const { action: asked, input = {} } = check(args, notes) as { action: string; input?: Record<string, unknown> };
      const action = requireAction(asked, discovery.actions, discovery.search);
      requireKind(kind, action);
      const own = discovery.own.get(action.name);
      if (own !== undefined) return runOwn(own, inputIn(input), context);
      const result = await runner.run(action, inputIn(input), context, notes);
      return kind === 'run' ? withSuccessor(result, action) : result;
    },
  };
}

function runOwn(own: Tool, input: Record<string, unknown>, context: ToolContext): Promise<ToolResult> {
  if (context.surface.isReadOnly && !own.isRead)
    throw new ToolError(`${own.definition.name} is off: this connection is read only.`);
  return own.run(input, context);
}

function requireKind(kind: Kind, { name, effect }: Action): void {
  if (kind === 'read' && effect !== 'read')
    throw new ToolError(`${name} does not only read. Call prepare_action with the same action and input.`);
  if (kind === 'prepare' && effect === 'read')
    throw new ToolError(`${name} only reads. Call read_action with the same action and input.`);
}

/** Names the tool to call from now on. */
function withSuccessor(result: ToolResult, { effect }: Action): ToolResult {
  const note = `run_action is replaced: call ${toolFor(effect)} from now on.`;
  return { ...result, text: `${result.text}\n${note}`, structured: { ...result.structured, replacedBy: note } };
}
