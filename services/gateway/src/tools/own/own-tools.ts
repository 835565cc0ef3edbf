import type { ActionRunner } from '../action-runner.ts';
import type { ConfirmDeps } from '../previews/confirm-action.ts';
import { createConfirmTools } from '../previews/confirm-tools.ts';
import { createCancelTool, createGetActionTool, createListPendingTool } from '../previews/preview-tools.ts';
import type { Tool } from '../tool.ts';
import { createConnectorTools } from './connector-tools.ts';
import {
  createDescribeActionTool,
  createFindActionsTool,
  createRunActionTool,
  type Discovery,
} from './discovery-tools.ts';

interface OwnToolDeps {
  discovery: Discovery;
  runner: ActionRunner;
  confirmDeps: ConfirmDeps & { baseUrl: string };
}

/** Tools of the gateway itself, in the order in which clients list them. */
export function createOwnTools({ discovery, runner, confirmDeps }: OwnToolDeps): Tool[] {
  return [
    createFindActionsTool(discovery),
    createDescribeActionTool(discovery),
    createRunActionTool(discovery, runner),
    ...createConfirmTools(confirmDeps),
    createGetActionTool(confirmDeps),
    createCancelTool(confirmDeps),
    createListPendingTool(confirmDeps),
    ...createConnectorTools(confirmDeps),
  ];
}
