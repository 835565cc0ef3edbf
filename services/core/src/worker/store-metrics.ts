import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { replyClasses } from '../domain/replies/reply-classes.ts';
import { lastBackupAt } from '../store/backup/backup-state.ts';
import { eventTypes, type OutboundEvent } from '../store/events/event-store.ts';
import { readGauges } from '../store/maintenance/gauge-store.ts';
import { listSendingStops, stopReasons } from '../store/sending/sending-stop-store.ts';

/** Possible outcomes of a message, from the event types. */
const messageOutcomes = eventTypes.flatMap((type) => {
  const [area, outcome = ''] = type.split('.');
  return area === 'message' && outcome !== 'awaiting_approval' ? [outcome] : [];
});

const lagBuckets = [30, 60, 120, 300, 600, 900, 1_800, 3_600, 21_600, 86_400];

/** Cache time for values between two scrapes, in milliseconds. */
const cachedMs = 5_000;

function cached(read: () => Promise<void>): () => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();
  return () => {
    if (performance.now() - readAt > cachedMs) {
      readAt = performance.now();
      reading = read();
    }
    return reading;
  };
}

/** Gauges of pending work, read from the store at each scrape. */
function addGauges(registry: Registry, now: () => Date): void {
  const gauges: Gauge[] = [];
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge => {
    const made = new Gauge({ name: `outbound_${name}`, help, labelNames, registers: [registry] });
    gauges.push(made);
    return made;
  };
  const waiting = gauge('messages_waiting', 'Messages that are due and not sent, by cause.', ['cause']);
  const oldest = gauge('oldest_waiting_seconds', 'Longest wait of a due message, by cause.', ['cause']);
  const jobs = gauge('jobs', 'Jobs that are not finished.', ['state']);
  const holds = gauge('credit_holds', 'Operations that hold credits.');
  const oldestHold = gauge('oldest_hold_seconds', 'Age of the oldest hold of credits.');
  const backlog = gauge('webhook_backlog', 'Webhook deliveries that wait.');
  const mailboxes = gauge('mailboxes', 'Mailboxes by state.', ['state']);
  const failing = gauge('mailbox_failing', 'Mailboxes that cannot send, each by its id.', ['mailbox']);
  const unread = gauge('mailbox_unread_messages', 'Messages in mailboxes that are known and not processed.');
  const unreadable = gauge('mailboxes_without_reading', 'Mailboxes without IMAP, which send first messages only.');
  const lag = new Histogram({
    name: 'outbound_mailbox_read_lag_seconds',
    help: 'Time since each mailbox was read, as of now.',
    buckets: lagBuckets,
    registers: [registry],
  });
  const stops = gauge('sending_stopped', 'Stops of sending, of workspaces and of the installation.', ['reason']);
  const refresh = cached(async () => {
    const found = await readGauges(now());
    oldest.reset();
    for (const { cause, count, oldestSeconds } of found.waiting) {
      waiting.set({ cause }, count);
      if (oldestSeconds !== null) oldest.set({ cause }, oldestSeconds);
    }
    holds.set(found.creditHolds);
    backlog.set(found.webhookBacklog);
    oldestHold.remove();
    if (found.oldestHoldSeconds !== null) oldestHold.set(found.oldestHoldSeconds);
    const stopped = await listSendingStops();
    for (const reason of stopReasons) stops.set({ reason }, stopped.filter((stop) => stop.reason === reason).length);
    for (const [state, count] of Object.entries(found.jobs)) jobs.set({ state }, count);
    for (const [state, count] of Object.entries(found.mailboxes)) mailboxes.set({ state }, count);
    failing.reset();
    for (const mailbox of found.failingMailboxes) failing.set({ mailbox }, 1);
    unread.set(found.readings.reduce((sum, { unreadCount }) => sum + unreadCount, 0));
    unreadable.set(found.readings.filter(({ lagSeconds }) => lagSeconds === null).length);
    lag.reset();
    for (const { lagSeconds } of found.readings) if (lagSeconds !== null) lag.observe(lagSeconds);
  });
  for (const each of [...gauges, lag]) Object.assign(each, { collect: refresh });
}

/** Read at each scrape. Missing until the first backup, so that rules can detect its absence. */
function addBackupAge(registry: Registry, now: () => Date): void {
  const age = new Gauge({
    name: 'outbound_backup_age_seconds',
    help: 'Age of the last backup in seconds.',
    registers: [registry],
    async collect() {
      const at = await lastBackupAt();
      if (at === null) age.remove();
      else age.set((now().getTime() - at.getTime()) / 1_000);
    },
  });
  age.remove();
}

/** Metrics for the alert rules (deploy/alerts): pending work from the store, and events from the outbox. */
export function storeMetrics(registry: Registry, now: () => Date): { count(events: OutboundEvent[]): void } {
  addGauges(registry, now);
  addBackupAge(registry, now);
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name: `outbound_${name}`, help, labelNames: [label], registers: [registry] });
  const messages = counter('messages_total', 'What became of messages.', 'outcome');
  const replies = counter('replies_total', 'Replies by class.', 'class');
  // Start at zero, because a rule about an increase ignores the first value of a series.
  for (const outcome of messageOutcomes) messages.inc({ outcome }, 0);
  for (const name of [...replyClasses, 'complaint']) replies.inc({ class: name }, 0);
  return {
    count(events) {
      for (const { type, data } of events) {
        const [area, outcome = ''] = type.split('.');
        const isComplaint = type === 'message.bounced' && data.bounceType === 'complaint';
        if (isComplaint) replies.inc({ class: 'complaint' });
        else if (area === 'message' && outcome !== 'awaiting_approval') messages.inc({ outcome });
        if (type === 'reply.received') replies.inc({ class: String(data.class) });
      }
    },
  };
}
