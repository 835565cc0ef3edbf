import { Type } from 'typebox';
import { findContactByEmail } from '../../store/crm/contact-store.ts';
import { findSuppressed, addSuppression as storeSuppression } from '../../store/mail/suppression-store.ts';
import { defineWrite } from '../define-action.ts';
import { suppressPerson } from '../replies/inbound/suppress-person.ts';
import { Input, OneOf, Text } from '../schema.ts';
import { readSuppressionValue, SuppressionView, toSuppressionView } from './suppression-view.ts';

/** Bounces and erasures are noted by the service itself. */
const givenReasons = ['manual', 'unsubscribe', 'complaint', 'import'] as const;

export const addSuppression = defineWrite({
  name: 'add_suppression',
  title: 'Suppress an address or domain',
  summary: 'Never write to an address, or to a whole domain, again.',
  description:
    'Adds an e-mail address or a domain (with all below it) to the suppression list: nothing is sent there any more, from any campaign. A stored contact with that address is marked doNotContact, leaves its campaigns, and its queued messages are cancelled. An entry with reason manual can be removed again, any other reason is for good.',
  method: 'post',
  path: '/suppressions',
  scope: 'suppression:write',
  effect: 'write',
  input: Input({
    value: Text(254, 'An e-mail address or a domain.'),
    reason: Type.Optional(
      OneOf(givenReasons, { description: 'Why; manual unless said otherwise.', default: 'manual' }),
    ),
    note: Type.Optional(Text(500, 'A remark for later readers.')),
  }),
  output: SuppressionView,
  statuses: [200, 201],
  errors: ['validation_failed'],
  example: { value: 'ada@analytical.example', reason: 'unsubscribe' },

  async plan(input, ctx) {
    const { kind, value } = readSuppressionValue(input.value);
    const existing = (await findSuppressed(ctx.workspaceId, [value], ctx.config.secretKey)).get(value);
    const isListed = existing !== undefined && existing.kind === kind && existing.value === value;
    const contact = kind === 'address' ? await findContactByEmail(ctx.workspaceId, value) : null;
    const state = { kind, value, contactId: contact?.id ?? null };
    const base = { cost: 0, warnings: [], state };
    if (isListed) {
      const skipped = [{ id: existing.id, label: value, reason: 'already_suppressed' }];
      return { ...base, summary: `${value} is suppressed already.`, effects: [], skipped };
    }
    const changes = { kind, reason: input.reason ?? 'manual' };
    const marked = contact
      ? [{ op: 'update', type: 'contact', id: contact.id, label: value, changes: { doNotContact: true } } as const]
      : [];
    return {
      ...base,
      summary: `Would suppress the ${kind} ${value}.`,
      effects: [{ op: 'create', type: 'suppression', label: value, changes }, ...marked],
      skipped: [],
    };
  },

  async run({ reason = 'manual', note = null }, { state: { kind, value, contactId } }, ctx) {
    const now = ctx.now();
    const { secretKey } = ctx.config;
    const entry = { kind, value, reason, note, source: ctx.actor.id } as const;
    const { record, isNew } = await storeSuppression(ctx.workspaceId, entry, secretKey, now);
    if (isNew) await ctx.emit('suppression.added', record.id, { kind, reason });
    if (contactId !== null) {
      const person = { address: value, contactId, enrollmentId: null, reason, source: ctx.actor.id } as const;
      await suppressPerson(ctx.workspaceId, person, ctx);
    }
    const summary = isNew ? `Suppressed ${value}.` : `${value} was suppressed already.`;
    return { status: isNew ? 201 : 200, data: toSuppressionView(record), summary };
  },
});
