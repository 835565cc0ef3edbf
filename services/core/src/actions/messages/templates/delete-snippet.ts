import { Deleted } from '../../../schema/record-parts.ts';
import { Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { planDeletion, runDeletion } from './plan-template.ts';
import { snippetIdInput } from './template-view.ts';

export const deleteSnippet = defineWrite({
  name: 'delete_snippet',
  title: 'Delete a snippet',
  summary: 'Delete a snippet. Texts written with it are kept.',
  description: 'Deletes a snippet. Messages and campaign steps that were written with it are kept as they are.',
  method: 'delete',
  path: '/snippets/{snippetId}',
  scope: 'templates:write',
  effect: 'destroy',
  input: Input(snippetIdInput),
  output: Deleted,
  errors: ['not_found', 'version_conflict'],
  plan: ({ snippetId }, ctx) => planDeletion('snippet', snippetId, ctx),
  run: (_input, { state }, ctx) => runDeletion('snippet', state, ctx),
});
