import { Type } from 'typebox';
import { contactLabel } from '../../../domain/contacts/contact.ts';
import { counted } from '../../../domain/text/counted.ts';
import { requireContact } from '../../../engine/contacts/change-contact.ts';
import { Id, Input, paging } from '../../../schema/schema.ts';
import { findTimeline } from '../../../store/contacts/timeline-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { TimelineEntryView, toTimelineEntryView } from './timeline-view.ts';

export const getContactTimeline = defineRead({
  name: 'get_contact_timeline',
  title: 'Get the timeline of a contact',
  summary: 'List the history of a contact, newest first.',
  description:
    'Lists the history of one contact, newest first: notes, messages, replies, enrollments, and changes. A ' +
    'record appears once per event, for example a message when it was sent and when it bounced. For the full ' +
    'text, use get_message or get_reply with its ID.',
  method: 'get',
  path: '/contacts/{contactId}/timeline',
  scope: 'contacts:read',
  input: Input({ contactId: Id('con', 'The contact.'), ...paging }),
  output: Type.Array(TimelineEntryView),
  errors: ['not_found'],
  untrusted: ['[].text'],
  isPaged: true,

  async run(input, ctx) {
    const { contactId } = input;
    const contact = await requireContact(contactId, ctx);
    const request = ctx.pager.request(input, '-createdAt');
    const found = await findTimeline(ctx.workspaceId, { contactIds: [contactId], subjectId: contactId }, request);
    const page = ctx.pager.answer(input, request, found);
    const summary = `${counted(found.items.length, 'entry')} about ${contactLabel(contact)}.`;
    return { data: found.items.map(toTimelineEntryView), page, summary };
  },
});
