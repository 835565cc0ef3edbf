import { Type } from 'typebox';
import { findTraces } from '../../../store/crm/contact-traces-store.ts';
import { findSuppressed } from '../../../store/mail/suppression-store.ts';
import { defineRead } from '../../define-action.ts';
import { Id, Input, OneOf } from '../../schema.ts';
import { requireContact } from '../changes/change-contact.ts';
import { ContactView, toContactView } from '../contact-view.ts';

const Records = Type.Array(Type.Record(Type.String(), Type.Unknown()));

const PersonalData = Type.Object({
  exportedAt: Type.String({ format: 'date-time' }),
  contact: ContactView,
  suppression: Records,
  notes: Records,
  enrollments: Records,
  messages: Records,
  replies: Records,
  scores: Records,
  reveals: Records,
  events: Records,
  audit: Records,
  jobResults: Records,
  // By address: left out for a contact without one.
  foundByProviders: Type.Optional(Records),
  dataSetRows: Type.Optional(Records),
});

export const exportContactData = defineRead({
  name: 'export_contact_data',
  title: 'Export all data about a person',
  summary: 'Everything stored about one person, in one file (GDPR Art. 15).',
  description:
    'Collects everything that the workspace stores about one person: the contact with source and legal basis, notes, enrollments, messages, replies, scores, reveals, events, audit entries, suppression, and where it was found: in job results, at providers, in own data sets. As data, or with format file as a JSON file to hand over.',
  method: 'get',
  path: '/contacts/{contactId}/data',
  scope: 'contacts:read',
  input: Input({
    contactId: Id('con', 'The contact.'),
    format: Type.Optional(OneOf(['json', 'file'], { default: 'json', description: 'file: as a download.' })),
  }),
  output: PersonalData,
  errors: ['not_found'],
  untrusted: ['replies[].subject', 'replies[].bodyText', 'replies[].fromName'],

  async run({ contactId, format }, ctx) {
    const contact = await requireContact(contactId, ctx);
    const { workspaceId, config, now } = ctx;
    const suppressed = await findSuppressed(workspaceId, contact.email ? [contact.email] : [], config.secretKey);
    const traces = await findTraces(workspaceId, contact);
    const found = {
      exportedAt: now(),
      contact: toContactView(contact),
      suppression: [...suppressed.values()].map(({ digest: _digest, workspaceId: _own, ...entry }) => entry),
      ...traces,
    };
    const text = JSON.stringify(found, null, 2);
    const summary = `All data about ${contactId}.`;
    const download = { contentType: 'application/json', fileName: `${contactId}.json`, body: text };
    return { data: JSON.parse(text), summary, ...(format === 'file' && { download }) };
  },
});
