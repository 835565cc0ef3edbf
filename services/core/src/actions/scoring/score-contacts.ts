import { counted } from '../../domain/text/counted.ts';
import type { ContactFilter } from '../../engine/contacts/contact-filter.ts';
import { contactSelection, filterOf, requireOneWay } from '../../engine/contacts/contact-selection.ts';
import { resolveContactFilter } from '../../engine/contacts/resolve-contact-filter.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { requireProfile } from '../../engine/scoring/require-profile.ts';
import { requirePublished, scoreRecords, withCompanies, withFacts } from '../../engine/scoring/scored-record.ts';
import { Input } from '../../schema/schema.ts';
import { countContacts, findContacts } from '../../store/contacts/contact-store.ts';
import { saveScores } from '../../store/scoring/score-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { startJob } from '../jobs/start-job.ts';
import { answerOf, atOnceMax, jobRecordsMax, planOf, type Scoring, ScoringAnswer } from './plan-scoring.ts';
import { ProfileId } from './profile-view.ts';

export const scoreContacts = defineWrite({
  name: 'score_contacts',
  title: 'Score contacts',
  summary: 'Score contacts with a published target profile.',
  description:
    'Scores contacts with a published target profile of kind person. Give contactIds (up to 500, scored ' +
    'immediately and returned best first with explanations), or listId, filter, or where (a job; follow it ' +
    'with get_job). The score is stored on each contact, can be filtered by minScore, and becomes stale when ' +
    'the contact or the profile changes. Free.',
  method: 'post',
  path: '/scoring/contacts',
  scope: 'scoring:write',
  effect: 'write',
  small: { change: 'scores', undo: 'score_contacts again with another profile. Nothing else was changed.' },
  input: Input({
    profileId: ProfileId,
    ...contactSelection(atOnceMax),
  }),
  output: ScoringAnswer,
  statuses: [200, 202],
  errors: ['not_found', 'invalid_state'],
  isEverydayTool: true,

  async plan({ profileId, ...selection }, ctx) {
    requireOneWay(selection);
    const { contactIds } = selection;
    const profile = await requireProfile(profileId, ctx);
    const published = requirePublished(profile, 'person');
    if (contactIds === undefined) return planJob(filterOf(selection), ctx);
    const contacts = await findContacts(ctx.workspaceId, contactIds);
    const all = await withCompanies(ctx.workspaceId, contacts);
    const records = await withFacts(ctx.workspaceId, 'person', all, published.criteria);
    const scores = scoreRecords(profileId, published, records, ctx.now());
    const missing = contactIds.filter((id) => !contacts.some((contact) => contact.id === id));
    return planOf('contact', records, scores, missing);
  },

  async run({ profileId, ...selection }, { state }, ctx) {
    if (state.total === undefined) {
      await saveScores(ctx.workspaceId, 'person', state.scores);
      return { data: answerOf(state), summary: `Scored ${counted(state.scores.length, 'contact')}.` };
    }
    const input = { profileId, kind: 'person', filter: filterOf(selection) };
    const job = await startJob({ kind: 'score_records', title: 'Score contacts', input, total: state.total }, ctx);
    return { status: 202, data: { scoredCount: 0, items: [], job: job.data }, summary: job.summary };
  },
});

async function planJob(filter: ContactFilter, ctx: ActionContext) {
  const total = await countContacts(ctx.workspaceId, await resolveContactFilter(filter, ctx), jobRecordsMax);
  const state: Scoring = { scores: [], labels: new Map(), total };
  const effects = [
    { op: 'start' as const, type: 'job', label: `Score ${counted(total, 'contact')}`, changes: { count: total } },
  ];
  return { summary: `Would score ${counted(total, 'contact')} in a job.`, effects, skipped: [], warnings: [], state };
}
