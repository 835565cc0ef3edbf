import { counted } from '../../../domain/text/counted.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import type { ReplayInput } from '../../../engine/jobs/events/replay-webhook.ts';
import { AppError } from '../../../errors/errors.ts';
import { Input, Timestamp } from '../../../schema/schema.ts';
import { countEventsBetween } from '../../../store/events/event-periods.ts';
import { eventsKeptDays } from '../../../store/events/event-store.ts';
import { countOpenJobs } from '../../../store/jobs/job-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { JobView } from '../../jobs/job-view.ts';
import { startJob } from '../../jobs/start-job.ts';
import { readWebhook, webhookId } from './webhook-view.ts';

const dayMs = 24 * 60 * 60_000;
const eventsMax = 100_000;
const runningMax = 2;

export const replayWebhook = defineWrite({
  name: 'replay_webhook',
  title: 'Replay events to a webhook endpoint',
  summary: 'Deliver the events of a period again.',
  description:
    'Queues all events of a period for an endpoint again, as a job, also those it already received and those from ' +
    'before it existed. Their IDs stay the same, so that a receiver can recognize repetitions. Events are kept for ' +
    `${eventsKeptDays} days. At most ${eventsMax} events per replay.`,
  method: 'post',
  path: '/webhooks/{webhookId}/replay',
  scope: 'webhooks:write',
  effect: 'write',
  input: Input({
    webhookId,
    from: Timestamp('Start of the period, included.'),
    to: Timestamp('End of the period, not included. At most now.'),
  }),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'invalid_state', 'limit_reached'],
  example: { webhookId: 'whk_…', from: '2026-11-18T00:00:00.000Z', to: '2026-11-19T00:00:00.000Z' },

  async plan({ webhookId: id, from, to }, ctx) {
    const webhook = await readWebhook(ctx, id);
    if (webhook.state !== 'active')
      throw new AppError('invalid_state', `The endpoint is ${webhook.state}. Resume it first.`);
    const input = checkPeriod({ webhookId: id, from, to }, ctx);
    const period = { from: new Date(input.from), to: new Date(input.to) };
    const total = await countEventsBetween(ctx.workspaceId, { ...period, limit: eventsMax + 1 });
    if (total > eventsMax)
      throw new AppError('limit_reached', `The period has more than ${eventsMax} events. Choose a shorter one.`);
    if ((await countOpenJobs(ctx.workspaceId, ['replay_webhook'])) >= runningMax)
      throw new AppError('limit_reached', `${runningMax} replays are running. Wait for one to finish (list_jobs).`);
    const title = `Replay events to ${webhook.url}`;
    return {
      summary: `Would look through ${counted(total, 'event')} and deliver those that ${webhook.url} subscribes to.`,
      effects: [{ op: 'start', type: 'job', label: title }],
      skipped: [],
      warnings: total === 0 ? ['The period has no events.'] : [],
      state: { title, total, input },
    };
  },

  run(_input, { state: { title, total, input } }, ctx) {
    return startJob({ kind: 'replay_webhook', title, input: { ...input }, total }, ctx);
  },
});

function checkPeriod(period: ReplayInput, { now }: ActionContext): ReplayInput {
  const [from, to, today] = [Date.parse(period.from), Date.parse(period.to), now().getTime()];
  if (from >= to) throw new AppError('validation_failed', 'from must be before to.', { field: 'from' });
  if (from < today - eventsKeptDays * dayMs)
    throw new AppError('validation_failed', `Events are kept for ${eventsKeptDays} days.`, { field: 'from' });
  if (to > today) throw new AppError('validation_failed', 'to is in the future.', { field: 'to' });
  return period;
}
