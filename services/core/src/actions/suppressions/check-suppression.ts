import { Type } from 'typebox';
import { Described, Input, Nullable, Text } from '../../schema/schema.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { readSuppressionValue, SuppressionView, toSuppressionView } from './suppression-view.ts';

export const checkSuppression = defineRead({
  name: 'check_suppression',
  title: 'Check an address or domain',
  summary: 'Check whether an email address or domain is suppressed, and by which entry.',
  description:
    'Checks whether an email address or a domain is suppressed. An address is suppressed by its own entry, ' +
    'its domain, or a parent domain; the effective entry is returned. Addresses of erased people are ' +
    'recognized, too.',
  method: 'get',
  path: '/suppressions/check',
  scope: 'suppression:read',
  input: Input({ value: Text(254, 'An email address or a domain.') }),
  output: Type.Object({
    value: Type.String({ description: 'Checked value, normalized.' }),
    isSuppressed: Type.Boolean({ description: 'True: it is never emailed.' }),
    entry: Nullable(Described(SuppressionView, 'Entry that suppresses it.')),
  }),
  errors: ['validation_failed'],

  async run(input, ctx) {
    const { value } = readSuppressionValue(input.value);
    const entry = (await findSuppressed(ctx.workspaceId, [value])).get(value) ?? null;
    const summary = entry ? `${value} is suppressed (${entry.reason}).` : `${value} is not suppressed.`;
    return { data: { value, isSuppressed: entry !== null, entry: entry && toSuppressionView(entry) }, summary };
  },
});
