import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { requireSubject } from '../../../engine/prospects/facts/fact-subject.ts';
import { Input, paging } from '../../../schema/schema.ts';
import { listFacts as findFactPage } from '../../../store/prospects/fact-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { FactView, toFactView } from './fact-view.ts';
import { SubjectId } from './subject-id.ts';

export const listFacts = defineRead({
  name: 'list_facts',
  title: 'List facts',
  summary: 'List researched facts with their quotes and pages, newest first.',
  description:
    'Lists what is known about a contact or a company, newest first: each fact with the literal quote, the page, and ' +
    'the date. Without subjectId, it lists the facts of all records. research_company and research_contact add facts.',
  method: 'get',
  path: '/facts',
  scope: 'facts:read',
  input: Input({ subjectId: Type.Optional(SubjectId), ...paging }),
  output: Type.Array(FactView),
  errors: ['not_found'],
  isPaged: true,

  async run(input, ctx) {
    const { subjectId } = input;
    const subject = subjectId === undefined ? {} : (await requireSubject(subjectId, ctx)).subject;
    const request = ctx.pager.request(input, '-id');
    const found = await findFactPage(ctx.workspaceId, subject, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toFactView), page, summary: `${counted(found.items.length, 'fact')}.` };
  },
});
