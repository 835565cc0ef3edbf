import { Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { planCreation, runCreation } from './plan-template.ts';
import { TemplateView, templateInput } from './template-view.ts';

export const createTemplate = defineWrite({
  name: 'create_template',
  title: 'Create a template',
  summary: 'Save a message text to use again.',
  description:
    'Saves a message text under a name: subject, body, and bodyFormat. Placeholders are those of campaign ' +
    'steps, and unknown ones are rejected. Saving a template sends nothing.',
  method: 'post',
  path: '/templates',
  scope: 'templates:write',
  effect: 'write',
  input: Input(templateInput),
  output: TemplateView,
  statuses: [201],
  errors: ['already_exists', 'limit_reached'],
  example: { name: 'First contact', subject: '{{ firstName }}, a question', body: 'Hello {{ firstName }},' },
  plan: (input, ctx) => planCreation('template', input, ctx),
  run: (input, _plan, ctx) => runCreation('template', input, ctx),
});
