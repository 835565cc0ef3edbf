import { Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { planChange, runChange } from './plan-template.ts';
import { TemplateView, templateChanges, templateIdInput } from './template-view.ts';

export const updateTemplate = defineWrite({
  name: 'update_template',
  title: 'Update a template',
  summary: 'Change the name, subject, text, or format of a template.',
  description:
    'Changes the given parts of a template and keeps the others; null clears the subject. Messages and campaign ' +
    'steps that were written with it do not change.',
  method: 'patch',
  path: '/templates/{templateId}',
  scope: 'templates:write',
  effect: 'write',
  input: Input({ ...templateIdInput, ...templateChanges }),
  output: TemplateView,
  errors: ['not_found', 'already_exists', 'version_conflict'],
  plan: ({ templateId, ...wanted }, ctx) => planChange('template', templateId, wanted, ctx),
  run: (_input, { state }, ctx) => runChange('template', state, ctx),
});
