import { Type } from 'typebox';
import { enrollmentStates } from '../../../domain/campaigns/enrollment-state.ts';
import { counted } from '../../../domain/text/counted.ts';
import { Id, Input, OneOf, paging } from '../../../schema/schema.ts';
import { listEnrollments as findEnrollmentPage } from '../../../store/campaigns/enrollment-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { EnrollmentView, toEnrollmentView } from './enrollment-view.ts';

export const listEnrollments = defineRead({
  name: 'list_enrollments',
  title: 'List enrollments',
  summary: 'List enrollments with their progress.',
  description:
    'Lists enrollments (one contact in one campaign each), newest first. Filter by campaign, contact, and ' +
    'state: pending, active, paused, completed, replied, bounced, unsubscribed, failed, removed.',
  method: 'get',
  path: '/enrollments',
  scope: 'campaigns:read',
  input: Input({
    campaignId: Type.Optional(Id('cmp', 'Only enrollments in this campaign.')),
    contactId: Type.Optional(Id('con', 'Only enrollments of this contact.')),
    state: Type.Optional(OneOf(enrollmentStates, { description: 'Only enrollments in this state.' })),
    ...paging,
  }),
  output: Type.Array(EnrollmentView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const { campaignId, contactId, state } = input;
    const request = ctx.pager.request(input, '-id');
    const found = await findEnrollmentPage(ctx.workspaceId, { campaignId, contactId, state }, request);
    const page = ctx.pager.answer(input, request, found);
    const more = page.nextCursor === null ? '' : ', and more on the next page';
    return {
      data: found.items.map(toEnrollmentView),
      page,
      summary: `${counted(found.items.length, 'enrollment')}${more}.`,
    };
  },
});
