import { Type } from 'typebox';
import { requireContact } from '../../../engine/contacts/change-contact.ts';
import { ContactView, toContactView } from '../../../engine/contacts/contact-view.ts';
import { Described, Id, Input, OneOf } from '../../../schema/schema.ts';
import { findTraces } from '../../../store/erasure/contact-traces-store.ts';
import { findSuppressed } from '../../../store/suppressions/suppression-store.ts';
import { defineRead } from '../../definition/define-action.ts';

const Records = Type.Array(Type.Record(Type.String(), Type.Unknown()));

const PersonalData = Type.Object({
  exportedAt: Type.String({ format: 'date-time', description: 'When this was put together.' }),
  contact: Described(ContactView, 'The contact itself.'),
  suppression: Described(Records, 'Entries of the suppression list for the address.'),
  notes: Described(Records, 'Notes about the person.'),
  enrollments: Described(Records, 'Campaigns the person was enrolled in.'),
  messages: Described(Records, 'Messages to the person.'),
  replies: Described(Records, 'Messages from the person.'),
  attachments: Described(Records, 'Files that came with them, without their content: get_attachment has it.'),
  manifests: Described(Records, 'Approved messages to the person, with the values of their placeholders.'),
  tasks: Described(Records, 'Tasks of sequences about the person.'),
  scores: Described(Records, 'Scores of the contact.'),
  reveals: Described(Records, 'What was bought about the person.'),
  events: Described(Records, 'Events about the contact.'),
  audit: Described(Records, 'What was done with the contact, by whom.'),
  jobResults: Described(Records, 'Where jobs handled the person.'),
  foundByProviders: Described(Records, 'What providers answered about the person.'),
  dataSetRows: Described(Records, 'Rows of own data sets about the person.'),
  searches: Described(Records, 'Searches of the last 180 days that name the person.'),
});

export const exportContactData = defineRead({
  name: 'export_contact_data',
  title: 'Export all data about a person',
  summary: 'Everything stored about one person, in one file (GDPR Art. 15).',
  description:
    'Collects everything that the workspace stores about one person: the contact with source and legal ' +
    'basis, notes, enrollments, messages, replies, scores, reveals, events, audit entries, suppression, ' +
    'and where it was found: in job results, at providers, in own data sets, in past searches. As data, ' +
    'or with format file as a JSON file to hand over.',
  method: 'get',
  path: '/contacts/{contactId}/data',
  scope: 'contacts:read',
  input: Input({
    contactId: Id('con', 'The contact.'),
    format: Type.Optional(OneOf(['json', 'file'], { default: 'json', description: 'file: as a download.' })),
  }),
  output: PersonalData,
  downloads: { types: ['application/json'], always: false },
  errors: ['not_found'],
  untrusted: ['replies[].subject', 'replies[].bodyText', 'replies[].fromName', 'attachments[].fileName'],

  async run({ contactId, format }, ctx) {
    const contact = await requireContact(contactId, ctx);
    const { workspaceId, now } = ctx;
    const suppressed = await findSuppressed(workspaceId, contact.email ? [contact.email] : []);
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
