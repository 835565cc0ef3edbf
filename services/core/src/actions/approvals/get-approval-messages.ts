import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { toExactMessageView } from '../../engine/approvals/manifest/exact-messages.ts';
import { claimsOf } from '../../engine/approvals/manifest/flag-claims.ts';
import { ExactMessageView } from '../../engine/approvals/manifest/manifest-view.ts';
import { readPerson } from '../../engine/approvals/manifest/read-manifest.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input, paging } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { pageOfList, requireManifest } from './require-manifest.ts';

export const getApprovalMessages = defineRead({
  name: 'get_approval_messages',
  title: 'Get the messages of one person in an approval',
  summary: 'Read the exact messages that an approval sends to one person.',
  description:
    'Reads every message that an approval sends to one contact, exactly as it is sent: sender, Reply-To, ' +
    'recipient, subject, text and HTML with signature and footer, files, and the earliest time. Only the ' +
    'token of the unsubscribe link differs. claims lists every sentence about the recipient with its source, or the ' +
    'words that no source has. A step that keeps its best text has one message per variant.',
  method: 'get',
  path: '/approvals/{approvalId}/manifest/{contactId}',
  scope: 'approvals:read',
  input: Input({
    approvalId: Id('apr', 'Approval to read.'),
    contactId: Id('con', 'Recipient.'),
    ...paging,
  }),
  output: Type.Object({
    contactId: Type.String({ description: 'The recipient.' }),
    groupId: Type.String({ description: 'Group of the recipient.' }),
    messages: Type.Array(ExactMessageView, { description: 'Messages in order.' }),
  }),
  errors: ['not_found'],
  isPaged: true,

  async run(input, ctx) {
    const { approvalId, contactId } = input;
    const manifest = await requireManifest(approvalId, ctx);
    const person = await readPerson(manifest, contactId, ctx.config.baseUrl);
    if (person === null) throw new AppError('not_found', `The approval sends nothing to ${contactId}.`);
    const request = ctx.pager.request(input, 'id');
    const { items, next } = pageOfList(person.messages, request);
    const claims = await claimsOf(contactId, items, ctx.workspace);
    const messages = items.map((message, index) => toExactMessageView(message, claims[index]!));
    return {
      data: { contactId, groupId: person.entry.groupId, messages },
      page: ctx.pager.answer(input, request, { items, next }),
      summary: `${counted(person.messages.length, 'message')} to ${person.entry.to}.`,
    };
  },
});
