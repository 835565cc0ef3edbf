import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { companyLabel } from '../../domain/text/plain-text.ts';
import { Id, Input, paging } from '../../schema/schema.ts';
import { findContactIdsOf } from '../../store/companies/company-links-store.ts';
import { findTimeline } from '../../store/contacts/timeline-store.ts';
import { TimelineEntryView, toTimelineEntryView } from '../contacts/history/timeline-view.ts';
import { defineRead } from '../definition/define-action.ts';
import { requireCompany } from './company-view.ts';

const contactsMax = 1_000;

export const getCompanyTimeline = defineRead({
  name: 'get_company_timeline',
  title: 'Get the timeline of a company',
  summary: 'List the history of a company and its contacts, newest first.',
  description:
    'Lists the history of a company, newest first: its changes, and the notes, messages, replies, and ' +
    'enrollments of its contacts (of the newest 1,000 contacts).',
  method: 'get',
  path: '/companies/{companyId}/timeline',
  scope: ['companies:read', 'contacts:read'],
  input: Input({ companyId: Id('com', 'The company.'), ...paging }),
  output: Type.Array(TimelineEntryView),
  errors: ['not_found'],
  untrusted: ['[].text'],
  isPaged: true,

  async run(input, ctx) {
    const company = await requireCompany(input.companyId, ctx);
    const request = ctx.pager.request(input, '-createdAt');
    const contactIds = await findContactIdsOf(ctx.workspaceId, company.id, contactsMax);
    const found = await findTimeline(ctx.workspaceId, { contactIds, subjectId: company.id }, request);
    const page = ctx.pager.answer(input, request, found);
    const summary = `${counted(found.items.length, 'entry')} about ${companyLabel(company)}.`;
    return { data: found.items.map(toTimelineEntryView), page, summary };
  },
});
