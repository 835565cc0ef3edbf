import { cardMetaOf } from '../cards/cards.ts';
import type { Action } from '../core-client/contract.ts';
import type { ActionRunner } from './action-runner.ts';
import { previewOutputSchema, readOutputSchema } from './output-schema.ts';
import { isPersonsOwn, pageInputSchema, pageOutputSchema, pageSentence } from './person-page.ts';
import { atOnceAnnotations, readOnlyAnnotations, type Tool, type ToolDefinition } from './tool.ts';

/** The tool of an action of the core. */
export function createActionTool(action: Action, runner: ActionRunner): Tool {
  const { name, title, scopes, area, surface, effect } = action;
  const isRead = effect === 'read';
  return {
    definition: {
      name,
      title,
      ...shapeOf(action),
      annotations: { title, ...readOnlyAnnotations },
      ...cardMetaOf(name),
    },
    scopes,
    toolset: area,
    isDefault: surface === 'default',
    isRead,
    prepares: !isRead,
    ...(action.undo && { atOnce: definitionAtOnce(action) }),
    run: (input, context) => runner.run(action, input, context),
  };
}

/** Definition for connections whose person has enabled immediate small changes. */
function definitionAtOnce({ name, title, description, inputSchema, undo }: Action): ToolDefinition {
  const annotations = { title, ...atOnceAnnotations };
  const runs = ` Runs immediately, as the user has allowed; what sends or spends is only prepared. To undo: ${undo}`;
  return { name, title, description: description + runs, inputSchema, outputSchema: previewOutputSchema, annotations };
}

const prepares =
  ' Only prepares: returns a preview with a confirmationId and the tool that confirms it; nothing happens before that.';

function shapeOf(action: Action): Pick<ToolDefinition, 'description' | 'inputSchema' | 'outputSchema'> {
  const { description, inputSchema, outputSchema, effect } = action;
  if (isPersonsOwn(action)) {
    return {
      description: description + pageSentence,
      inputSchema: pageInputSchema(action),
      outputSchema: pageOutputSchema,
    };
  }
  if (effect === 'read') return { description, inputSchema, outputSchema: readOutputSchema(outputSchema) };
  return { description: description + prepares, inputSchema, outputSchema: previewOutputSchema };
}
