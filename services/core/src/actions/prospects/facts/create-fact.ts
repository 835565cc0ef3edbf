import { FactContent, isQuoteIn } from '../../../domain/prospects/fact.ts';
import { requireRoom, requireSubject } from '../../../engine/prospects/facts/fact-subject.ts';
import { readPublicPage } from '../../../engine/prospects/facts/read-site.ts';
import { AppError } from '../../../errors/errors.ts';
import { Input } from '../../../schema/schema.ts';
import { insertFacts } from '../../../store/prospects/fact-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { FactView, toFactView } from './fact-view.ts';
import { SubjectId } from './subject-id.ts';

export const createFact = defineWrite({
  name: 'create_fact',
  title: 'Add a fact',
  summary: 'Add a fact about a contact or company, with its quote and page.',
  description:
    'Stores a fact about a contact or a company. With a url, Outbound reads the page and checks that the quote is on ' +
    'it, literally. A quote that is not there is rejected. Without a url, or if the page cannot be read, the fact is ' +
    'stored with isOnPage false and supports no claim in a text. A record has at most 200 facts.',
  method: 'post',
  path: '/facts',
  scope: 'facts:write',
  effect: 'write',
  input: Input({
    subjectId: SubjectId,
    ...FactContent.properties,
  }),
  output: FactView,
  statuses: [201],
  errors: ['not_found', 'already_exists', 'limit_reached'],
  example: {
    subjectId: 'com_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    statement: 'Opened a warehouse in Leipzig.',
    quote: 'In May we opened our new warehouse in Leipzig.',
  },

  async plan({ subjectId, statement, quote, url = null }, ctx) {
    const subject = await requireSubject(subjectId, ctx);
    const known = await requireRoom(subject, ctx);
    const same = known.find((fact) => fact.url === url && fact.quote === quote);
    if (same !== undefined)
      throw new AppError('already_exists', `${subject.label} has this quote already: ${same.id}.`, {
        field: 'quote',
        existingId: same.id,
      });
    return {
      summary: `Would add a fact about ${subject.label}.`,
      effects: [{ op: 'create', type: 'fact', label: statement, changes: { statement, quote, url } }],
      skipped: [],
      warnings: url === null ? ['Without a url, the fact supports no claim in a text.'] : [],
      state: subject,
    };
  },

  callsOutside: ({ url }) => url !== undefined,

  async perform({ url, quote }, _plan, ctx) {
    if (url === undefined) return { isOnPage: false, problem: null };
    const page = await readPublicPage(url, ctx);
    if ('problem' in page) return { isOnPage: false, problem: page.problem };
    if (isQuoteIn(quote, page.text)) return { isOnPage: true, problem: null };
    const message = `The quote is not on ${url}. Copy it literally from the page's visible text, or omit url.`;
    throw new AppError('validation_failed', message, { field: 'quote' });
  },

  async run({ statement, quote, url = null, date = null }, { state }, ctx, { isOnPage, problem }) {
    const { workspaceId, actor } = ctx;
    const now = ctx.now();
    const source = { origin: 'filed', isOnPage, readAt: isOnPage ? now : null, createdBy: actor } as const;
    const [fact] = await insertFacts(workspaceId, state.subject, [{ statement, quote, url, date, ...source }], now);
    await ctx.emit('fact.created', fact!.id, { factId: fact!.id, subjectId: state.id, origin: 'filed' });
    const doubt = problem === null ? '' : ` The page was not read, so the fact supports no claim: ${problem}`;
    return {
      status: 201,
      data: toFactView(fact!),
      summary: `Added a fact about ${state.label}.${doubt}`,
      subjectIds: [fact!.id, state.id],
    };
  },
});
