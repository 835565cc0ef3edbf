import { Type } from 'typebox';
import { contactLabel } from '../../../domain/contacts/contact.ts';
import { isFinding } from '../../../domain/contacts/email-status.ts';
import { ContactView, toContactView } from '../../../engine/contacts/contact-view.ts';
import { storeFinding } from '../../../engine/contacts/store-finding.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import type { Verdict } from '../../../providers/verification/email-verifier.ts';
import { Described, Id, Input } from '../../../schema/schema.ts';
import { type ContactRecord, findContact } from '../../../store/contacts/contact-store.ts';
import {
  findFindings,
  findingKeptDays,
  type VerificationFinding,
} from '../../../store/contacts/verification/verification-cache-store.ts';
import { defineWrite } from '../../definition/define-action.ts';

interface State {
  contact: ContactRecord;
  email: string;
  known: VerificationFinding | undefined;
}

function verdictOf({ known, email }: State, { ports }: ActionContext): Promise<Verdict> {
  return known === undefined ? ports.verifier.verify(email) : Promise.resolve(known);
}

export const verifyEmail = defineWrite({
  name: 'verify_email',
  title: 'Verify an email address',
  summary: "Check whether a contact's email address accepts mail.",
  description:
    'Checks the email address of one contact (syntax, disposable and role lists, mail servers of the domain, ' +
    'and, if configured, those servers or a provider). Stores emailStatus with the date: valid, invalid, ' +
    'catch_all, unknown, disposable, role_based, or do_not_mail. Free if the address was checked in the last ' +
    '30 days (the result is reused unless force is set) or if nothing could be found out. For many contacts, ' +
    'use verify_emails.',
  method: 'post',
  path: '/contacts/{contactId}/verify-email',
  scope: ['contacts:write', 'credits:write'],
  effect: 'spend',
  input: Input({
    contactId: Id('con', 'The contact.'),
    force: Type.Optional(Type.Boolean({ description: 'Check again, even if the last result is recent.' })),
  }),
  output: Type.Object({
    contact: Described(ContactView, 'The contact after the check.'),
    reason: Type.String({
      description:
        'Reason code: mx_found, mailbox_accepts, mailbox_unknown, accepts_any_address, no_mail_server, syntax, ….',
    }),
    provider: Type.String({ description: 'Verifier that returned the result.' }),
    isFromCache: Type.Boolean({ description: `True: result of the last ${findingKeptDays} days, free.` }),
  }),
  errors: ['not_found', 'invalid_state', 'insufficient_credits', 'provider_failed'],
  price: { credits: 1, per: 'address checked' },

  async plan({ contactId, force }, ctx) {
    const contact = await findContact(ctx.workspaceId, contactId);
    if (contact === null) throw notFound('contact', contactId);
    const { email } = contact;
    if (email === undefined) throw new AppError('invalid_state', `${contactLabel(contact)} has no email address.`);
    const findings = force ? undefined : await findFindings(ctx.workspaceId, [email]);
    const state: State = { contact, email, known: findings?.get(email) };
    const label = contactLabel(contact);
    return {
      summary: `Would check ${email}.`,
      units: state.known === undefined ? 1 : 0,
      effects: [{ op: 'update', type: 'contact', id: contactId, label, changes: { emailStatus: 'as found' } }],
      skipped: [],
      warnings: state.known === undefined ? [] : ['Checked in the last 30 days. The result is reused for free.'],
      state,
    };
  },

  perform: (_input, { state }, ctx) => verdictOf(state, ctx),

  async run(_input, { state }, ctx, verdict) {
    const { contact, email, known } = state;
    const finding = known ?? { ...verdict, checkedAt: ctx.now() };
    const changed = (await storeFinding(contact, email, finding, ctx)) ?? contact;
    const { reason, provider } = finding;
    const isFromCache = known !== undefined;
    const status = changed.emailStatus;
    const data = { contact: toContactView(changed), reason, provider, isFromCache };
    const units = isFromCache || !isFinding(status) ? 0 : 1;
    return { data, units, summary: `${email} is ${status.replaceAll('_', ' ')}.`, subjectIds: [contact.id] };
  },
});
