import type { ActionRunner } from '../action-runner.ts';
import type { ConfirmDeps } from '../previews/confirm-action.ts';
import { createCancelTool, createGetActionTool, createListPendingTool } from '../previews/preview-tools.ts';
import type { Tool } from '../tool.ts';
import { createAnyActionTool } from './any-action-tools.ts';
import type { Discovery } from './discovery.ts';
import { createDescribeActionTool, createFindActionsTool } from './discovery-tools.ts';

/** Tools over the core's actions, in the order in which clients list them. */
export function createDiscoveryTools(discovery: Discovery, runner: ActionRunner): Tool[] {
  return [
    createFindActionsTool(discovery),
    createDescribeActionTool(discovery),
    createAnyActionTool('read', discovery, runner),
    createAnyActionTool('prepare', discovery, runner),
    createAnyActionTool('run', discovery, runner),
  ];
}

/** Tools over previews that confirm nothing, in the same order. */
export function createPreviewTools(deps: ConfirmDeps & { baseUrl: string }): Tool[] {
  return [createGetActionTool(deps), createCancelTool(deps), createListPendingTool(deps)];
}
