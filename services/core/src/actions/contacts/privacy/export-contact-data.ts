import { Type } from 'typebox';
import { requireContact } from '../../../engine/contacts/change-contact.ts';
import { ContactView, toContactView } from '../../../engine/contacts/contact-view.ts';
import { Described, Id, Input, OneOf } from '../../../schema/schema.ts';
import { findTraces } from '../../../store/erasure/contact-traces-store.ts';
import { findSuppressed } from '../../../store/suppressions/suppression-store.ts';
import { defineRead } from '../../definition/define-action.ts';

const Records = Type.Array(Type.Record(Type.String(), Type.Unknown()));

const PersonalData = Type.Object({
  exportedAt: Type.String({ format: 'date-time', description: 'Time of the export.' }),
  contact: Described(ContactView, 'The contact itself.'),
  suppression: Described(Records, 'Entries of the suppression list that cover the email address.'),
  notes: Described(Records, 'Notes about the person.'),
  facts: Described(Records, 'Facts about the person, with quotes of pages.'),
  importRows: Described(Records, 'Rows of imported files with the address that could not be read.'),
  trash: Described(Records, 'Deleted records of the same person, with their notes and facts.'),
  merged: Described(Records, 'Contacts of the last 30 days that were merged into this one, as they were.'),
  enrollments: Described(Records, 'Campaigns the person was enrolled in.'),
  stepTexts: Described(Records, 'Texts of campaign steps that were written for the person.'),
  messages: Described(Records, 'Messages to the person.'),
  replies: Described(Records, 'Messages from the person.'),
  attachments: Described(Records, 'Attachments, without their content. Use get_attachment.'),
  manifests: Described(Records, 'Approved messages to the person, with the values of their placeholders.'),
  tasks: Described(Records, 'Tasks about the person.'),
  scores: Described(Records, 'Scores of the contact.'),
  reveals: Described(Records, 'Reveals of the person.'),
  events: Described(Records, 'Events about the contact.'),
  audit: Described(Records, 'Actions on the contact, with their actors.'),
  jobResults: Described(Records, 'Jobs that processed the person.'),
  foundByProviders: Described(Records, 'Responses of providers about the person.'),
  providerAnswers: Described(Records, 'Answers of providers to questions about the person.'),
  dataSetRows: Described(Records, 'Rows of your data sets about the person.'),
  searches: Described(Records, 'Searches of the last 180 days that name the person.'),
});

export const exportContactData = defineRead({
  name: 'export_contact_data',
  title: 'Export all data about a person',
  summary: 'Export all stored data about one person (GDPR Art. 15).',
  description:
    'Collects all data that the workspace stores about one person: the contact with its source and legal ' +
    'basis, notes, facts, deleted records, enrollments, messages, replies, scores, reveals, events, audit entries, suppressions, and ' +
    'mentions in job results, provider responses, your data sets, and past searches. Returned as data, or as ' +
    'a JSON file with format file.',
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
  untrusted: [
    'replies[].subject',
    'replies[].bodyText',
    'replies[].fromName',
    'replies[].attachments[].fileName',
    'messages[].subject',
    'trash[].label',
    'attachments[].fileName',
  ],

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
