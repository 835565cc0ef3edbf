import { expect, test } from 'vitest';
import { SeededRandom } from '../../values/random.ts';
import { replyClasses } from '../reply-classes.ts';
import { autopilotClasses, type ReplyDraftRules, reasonAgainstLaunch, replyDraftsOff } from './autopilot-rules.ts';
import { afterQuietHours, confidenceMin, leavesAt, type ReplyFacts, reasonToLeave } from './decide-reply-draft.ts';

const random = new SeededRandom(20_270_301);
function chance(share: number): boolean {
  return random.next() < share;
}
function one<T>(values: readonly T[]): T {
  return random.pick(values);
}
function clock(): string {
  const minutes = Math.floor(random.next() * 24 * 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function someRules(): ReplyDraftRules {
  return {
    isOn: chance(0.9),
    classes: autopilotClasses.filter(() => chance(0.7)),
    perDay: Math.floor(random.next() * 5),
    quietHours: chance(0.2) ? null : { from: clock(), to: clock() },
    undoMinutes: Math.floor(random.next() * 60),
    templates: {},
  };
}

function someFacts(): ReplyFacts {
  return {
    reply: {
      class: chance(0.7) ? one(autopilotClasses) : one(replyClasses),
      confidence: random.next() * 0.5 + 0.5,
      wish: chance(0.8) ? 'none' : one(['doubtful', 'clear'] as const),
      state: chance(0.9) ? 'new' : one(['answered', 'dismissed', 'unmatched']),
      receivedAt: new Date('2027-03-01'),
      isFromContact: chance(0.95),
    },
    looksLikeNo: chance(0.1),
    hasNewerReply: chance(0.1),
    hasLaterMessage: chance(0.1),
    isSequenceOpen: chance(0.1),
    draftsBefore: Math.floor(random.next() * 5),
    isSuppressed: chance(0.05),
  };
}

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];

/** HH:MM in a zone, computed by the platform rather than by the code under test. */
function wallClock(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    at,
  );
}

function isQuiet(time: string, { from, to }: { from: string; to: string }): boolean {
  return from < to ? time >= from && time < to : from > to && (time >= from || time < to);
}

test('never answers any of 10,000 replies outside the limits', () => {
  let answered = 0;
  const start = Date.parse('2027-03-01T00:00:00Z');
  for (let index = 0; index < 10_000; index += 1) {
    const rules = someRules();
    const facts = someFacts();
    if (reasonToLeave(rules, facts) !== null) continue;
    answered += 1;
    const { reply } = facts;
    expect(rules.isOn).toBe(true);
    expect(rules.classes).toContain(reply.class);
    expect(['unclassified', 'complaint', 'unsubscribe', 'not_interested', 'not_now', 'left_company']).not.toContain(
      reply.class,
    );
    expect([reply.wish, facts.looksLikeNo, facts.hasLaterMessage, facts.hasNewerReply, facts.isSuppressed]).toEqual([
      'none',
      false,
      false,
      false,
      false,
    ]);
    expect(facts.isSequenceOpen).toBe(false);
    expect(reply.confidence).toBeGreaterThanOrEqual(confidenceMin);
    const zone = one(zones);
    const now = new Date(start + Math.floor(random.next() * 60 * 86_400_000));
    const at = leavesAt(rules, now, zone);
    expect(at.getTime() - now.getTime()).toBeGreaterThanOrEqual(rules.undoMinutes * 60_000);
    const { quietHours } = rules;
    // A quiet hour that a clock change skips or repeats ends with the clock.
    if (quietHours !== null)
      expect(isQuiet(wallClock(at, zone), quietHours), `${at.toISOString()} ${zone}`).toBe(false);
  }
  expect(answered).toBeGreaterThan(500);
});

test('never exceeds the daily limit in 10,000 launches, and never launches despite a warning', () => {
  let day = 0;
  let used = 0;
  let launched = 0;
  const limit = 100;
  for (let index = 0; index < 10_000; index += 1) {
    if (chance(0.05)) {
      day += 1;
      used = 0;
    }
    const isOn = chance(0.95);
    const concerns = chance(0.2) ? ['The body has 4 links.'] : [];
    const recipients = 1 + Math.floor(random.next() * 40);
    const reason = reasonAgainstLaunch({ isOn, recipientsPerDay: limit }, { recipients, usedToday: used, concerns });
    if (reason !== null) continue;
    used += recipients;
    launched += 1;
    expect([isOn, concerns.length, used <= limit]).toEqual([true, 0, true]);
  }
  expect(day).toBeGreaterThan(100);
  expect(launched).toBeGreaterThan(500);
});

test('is off until a person turns it on', () => {
  expect(reasonToLeave(replyDraftsOff, { ...someFacts(), looksLikeNo: false })).toBe('off');
});

test.each([
  ['22:00', '07:00', '2027-03-01T23:30:00Z', '2027-03-02T07:00:00.000Z'],
  ['22:00', '07:00', '2027-03-01T21:59:00Z', '2027-03-01T21:59:00.000Z'],
  ['12:00', '13:00', '2027-03-01T12:10:00Z', '2027-03-01T13:00:00.000Z'],
  ['00:00', '08:00', '2027-03-01T00:00:00Z', '2027-03-01T08:00:00.000Z'],
])('from %s to %s is quiet: %s becomes %s', (from, to, at, leaves) => {
  expect(afterQuietHours({ from, to }, new Date(at), 'UTC').toISOString()).toBe(leaves);
});

test('gives one sentence as the reason against a launch, whatever the check says', () => {
  const asked = { recipients: 1, usedToday: 0, concerns: ['The subject is all in capitals.'] };
  expect(reasonAgainstLaunch({ isOn: true, recipientsPerDay: 5 }, asked)).toMatch(/: The subject is all in capitals$/);
});
