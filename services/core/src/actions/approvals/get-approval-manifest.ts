import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { fromOf } from '../../engine/approvals/manifest/exact-messages.ts';
import { ManifestGroupView, ManifestMailboxView } from '../../engine/approvals/manifest/manifest-view.ts';
import { readGroups } from '../../engine/approvals/manifest/read-manifest.ts';
import { Id, Input, paging } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { pageOfList, requireManifest } from './require-manifest.ts';

export const getApprovalManifest = defineRead({
  name: 'get_approval_manifest',
  title: 'Get what an approval sends',
  summary: 'Read every text that an approval sends, by group of recipients.',
  description:
    'Reads exactly what an approval sends: every distinct text (all steps, variants, and branches that some ' +
    'recipient takes) with its recipients, sender, Reply-To, signature, footer, files, and times. The messages of ' +
    'a group differ only in placeholders, variants, and texts written per person. Groups and people with claims ' +
    'that no source supports come first. get_approval_messages has the exact messages of one person.',
  method: 'get',
  path: '/approvals/{approvalId}/manifest',
  scope: 'approvals:read',
  input: Input({ approvalId: Id('apr', 'Approval to read.'), ...paging }),
  output: Type.Object({
    groups: Type.Array(ManifestGroupView, { description: 'Groups of recipients, in order.' }),
    groupCount: Type.Integer({ description: 'Total number of groups.' }),
    mailboxes: Type.Array(ManifestMailboxView, { description: 'Mailboxes that the messages can come from.' }),
  }),
  errors: ['not_found'],
  isPaged: true,

  async run(input, ctx) {
    const manifest = await requireManifest(input.approvalId, ctx);
    const request = ctx.pager.request(input, 'id');
    const { items, next } = pageOfList(manifest.groups, request);
    const groups = await readGroups(manifest, items, ctx.config.baseUrl);
    const mailboxes = manifest.mailboxes.map((mailbox) => {
      const { replyTo, signature } = mailbox;
      return { sender: fromOf(mailbox), replyTo, signature };
    });
    const people = manifest.groups.reduce((sum, { recipientCount }) => sum + recipientCount, 0);
    const groupCount = manifest.groups.length;
    return {
      data: { groups, groupCount, mailboxes },
      page: ctx.pager.answer(input, request, { items, next }),
      summary: `${counted(people, 'recipient')} in ${counted(groupCount, 'group')}.`,
    };
  },
});
