import { Type } from 'typebox';
import { Described, Input, Nullable, Text } from '../../schema/schema.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { readSuppressionValue, SuppressionView, toSuppressionView } from './suppression-view.ts';

export const checkSuppression = defineRead({
  name: 'check_suppression',
  title: 'Check an address or domain',
  summary: 'Ask whether an address or domain is suppressed, and by which entry.',
  description:
    'Tells whether an e-mail address or a domain must not be written to. An address is suppressed by itself, by its domain or by a domain above it; the entry that counts is returned. Addresses of erased people are recognised too.',
  method: 'get',
  path: '/suppressions/check',
  scope: 'suppression:read',
  input: Input({ value: Text(254, 'An e-mail address or a domain.') }),
  output: Type.Object({
    value: Type.String({ description: 'What was asked about, normalised.' }),
    isSuppressed: Type.Boolean({ description: 'True: nothing is sent there.' }),
    entry: Nullable(Described(SuppressionView, 'The entry that suppresses it.')),
  }),
  errors: ['validation_failed'],

  async run(input, ctx) {
    const { value } = readSuppressionValue(input.value);
    const entry = (await findSuppressed(ctx.workspaceId, [value])).get(value) ?? null;
    const summary = entry ? `${value} is suppressed (${entry.reason}).` : `${value} is not suppressed.`;
    return { data: { value, isSuppressed: entry !== null, entry: entry && toSuppressionView(entry) }, summary };
  },
});
