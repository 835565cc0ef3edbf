import { Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { planCreation, runCreation } from './plan-template.ts';
import { TemplateView, templateInput } from './template-view.ts';

export const createSnippet = defineWrite({
  name: 'create_snippet',
  title: 'Create a snippet',
  summary: 'Save a text to insert into messages.',
  description:
    'Saves a text to insert into messages, such as prices or directions. Placeholders are those of campaign ' +
    'steps, and unknown ones are rejected.',
  method: 'post',
  path: '/snippets',
  scope: 'templates:write',
  effect: 'write',
  input: Input(templateInput),
  output: TemplateView,
  statuses: [201],
  errors: ['already_exists', 'limit_reached'],
  example: { name: 'Prices', body: 'Our prices start at 20 euros, {{ firstName }}.' },
  plan: (input, ctx) => planCreation('snippet', input, ctx),
  run: (input, _plan, ctx) => runCreation('snippet', input, ctx),
});
