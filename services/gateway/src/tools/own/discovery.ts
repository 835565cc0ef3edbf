import { cutText } from '@outbound/node-service/text/cut-text';
import type { Action } from '../../core-client/contract.ts';
import { ToolError } from '../../errors/errors.ts';
import { ActionSearch } from '../find/action-search.ts';
import { nearNames } from '../find/near-names.ts';
import type { Tool } from '../tool.ts';

const nearCountMax = 5;

/** Shared by these tools: all actions, the gateway's own tools among them, and the index over them. */
export interface Discovery {
  actions: ReadonlyMap<string, Action>;
  /** The gateway's own tools, which have no operation of the core. */
  own: ReadonlyMap<string, Tool>;
  search: ActionSearch;
  baseUrl: string;
}

export function createDiscovery(core: ReadonlyMap<string, Action>, own: readonly Tool[], baseUrl: string): Discovery {
  const actions = new Map([...core, ...own.map((tool) => [tool.definition.name, asAction(tool)] as const)]);
  const tools = new Map(own.map((tool) => [tool.definition.name, tool]));
  return { actions, own: tools, search: new ActionSearch(actions), baseUrl };
}

/** A tool of the gateway, described like an action. */
function asAction({ definition, scopes, toolset = 'previews' }: Tool): Action {
  const { name, title, description, inputSchema, outputSchema = {}, annotations } = definition;
  return {
    name,
    title,
    description,
    summary: `${description.split('. ')[0]!.replace(/\.$/, '')}.`,
    area: toolset,
    effect: annotations.readOnlyHint ? 'read' : 'write',
    scopes,
    surface: 'more',
    method: 'post',
    path: '',
    inputSchema,
    outputSchema,
    untrusted: [],
    untrustedNames: [],
    paged: false,
    secrets: [],
    showsSecret: false,
    aliases: {},
  };
}

export function toolFor(effect: Action['effect']): string {
  return effect === 'read' ? 'read_action' : 'prepare_action';
}

export function unknownAction(name: string, names: Iterable<string>, search: ActionSearch): string {
  const asked = cutText(name, 60);
  const meant = search.find(asked.replaceAll('_', ' '), () => true).actions.map((action) => action.name);
  const near = [...new Set([...nearNames(asked, names), ...meant])].slice(0, nearCountMax);
  const hint = near.length > 0 ? `near it: ${near.join(', ')}` : 'find one with find_actions';
  return `Unknown action ${JSON.stringify(asked)}; ${hint}.`;
}

export function requireAction(name: string, actions: ReadonlyMap<string, Action>, search: ActionSearch): Action {
  const action = actions.get(name);
  if (!action) throw new ToolError(unknownAction(name, actions.keys(), search));
  return action;
}
