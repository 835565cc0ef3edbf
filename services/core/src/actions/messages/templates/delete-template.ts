import { Deleted } from '../../../schema/record-parts.ts';
import { Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { planDeletion, runDeletion } from './plan-template.ts';
import { templateIdInput } from './template-view.ts';

export const deleteTemplate = defineWrite({
  name: 'delete_template',
  title: 'Delete a template',
  summary: 'Delete a template. Texts written with it are kept.',
  description: 'Deletes a template. Messages and campaign steps that were written with it are kept as they are.',
  method: 'delete',
  path: '/templates/{templateId}',
  scope: 'templates:write',
  effect: 'destroy',
  input: Input(templateIdInput),
  output: Deleted,
  errors: ['not_found', 'version_conflict'],
  plan: ({ templateId }, ctx) => planDeletion('template', templateId, ctx),
  run: (_input, { state }, ctx) => runDeletion('template', state, ctx),
});
