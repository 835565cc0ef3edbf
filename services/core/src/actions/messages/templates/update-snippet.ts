import { Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { planChange, runChange } from './plan-template.ts';
import { snippetIdInput, TemplateView, templateChanges } from './template-view.ts';

export const updateSnippet = defineWrite({
  name: 'update_snippet',
  title: 'Update a snippet',
  summary: 'Change the name, subject, text, or format of a snippet.',
  description:
    'Changes the given parts of a snippet and keeps the others; null clears the subject. Messages and campaign ' +
    'steps that were written with it do not change.',
  method: 'patch',
  path: '/snippets/{snippetId}',
  scope: 'templates:write',
  effect: 'write',
  input: Input({ ...snippetIdInput, ...templateChanges }),
  output: TemplateView,
  errors: ['not_found', 'already_exists', 'version_conflict'],
  plan: ({ snippetId, ...wanted }, ctx) => planChange('snippet', snippetId, wanted, ctx),
  run: (_input, { state }, ctx) => runChange('snippet', state, ctx),
});
