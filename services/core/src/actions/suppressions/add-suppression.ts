import { Type } from 'typebox';
import { settableProperties } from '../../domain/fields/fields.ts';
import { suppressionFields } from '../../domain/suppressions/suppression-fields.ts';
import { counted } from '../../domain/text/counted.ts';
import { findRecipients, silenceEffects, silenceRecipients } from '../../engine/suppressions/silence-recipients.ts';
import { suppressAddress } from '../../engine/suppressions/suppress-address.ts';
import { Input, OneOf, Text } from '../../schema/schema.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { givenReasons, readSuppressionValue, SuppressionView, toSuppressionView } from './suppression-view.ts';

export const addSuppression = defineWrite({
  name: 'add_suppression',
  title: 'Suppress an address or domain',
  summary: 'Never email an address or a whole domain again.',
  description:
    'Adds an email address or a domain (with its subdomains) to the suppression list. No campaign emails it ' +
    'again. Stored contacts with that address, or at that domain, get doNotContact immediately and leave ' +
    'their campaigns, and their queued messages are cancelled. Entries with reason manual or import can be ' +
    'removed again. All others are permanent.',
  method: 'post',
  path: '/suppressions',
  scope: 'suppression:write',
  effect: 'write',
  input: Input({
    value: Text(254, 'An email address or a domain.'),
    reason: Type.Optional(OneOf(givenReasons, { description: 'Reason. Default: manual.', default: 'manual' })),
    ...settableProperties(suppressionFields),
  }),
  output: SuppressionView,
  statuses: [200, 201],
  errors: ['validation_failed'],
  example: { value: 'ada@analytical.example', reason: 'unsubscribe' },

  async plan(input, ctx) {
    const { kind, value } = readSuppressionValue(input.value);
    const existing = (await findSuppressed(ctx.workspaceId, [value])).get(value);
    const isListed = existing !== undefined && existing.kind === kind && existing.value === value;
    const recipients = await findRecipients(kind, value, ctx);
    const state = { kind, value, recipients };
    const base = { warnings: [], state };
    const silenced = await silenceEffects(recipients, ctx);
    if (isListed) {
      const skipped = [{ id: existing.id, label: value, reason: 'already_suppressed' }];
      return { ...base, summary: `${value} is already suppressed.`, effects: silenced, skipped };
    }
    const changes = { kind, reason: input.reason ?? 'manual' };
    const affected = recipients.contacts.length;
    return {
      ...base,
      summary: `Would suppress the ${kind} ${value}${affected === 0 ? '' : `, with ${counted(affected, 'contact')}`}.`,
      effects: [{ op: 'create', type: 'suppression', label: value, changes }, ...silenced],
      skipped: [],
    };
  },

  async run({ reason = 'manual', ...facts }, { state: { kind, value, recipients } }, ctx) {
    const entry = { ...facts, kind, value, reason, source: ctx.actor.id } as const;
    const { record, isNew } = await suppressAddress(ctx.workspaceId, entry, ctx.now());
    if (isNew) await ctx.emit('suppression.added', record.id, { kind, value, reason });
    await silenceRecipients(recipients, ctx);
    const summary = isNew ? `Suppressed ${value}.` : `${value} was already suppressed.`;
    return { status: isNew ? 201 : 200, data: toSuppressionView(record), summary };
  },
});
