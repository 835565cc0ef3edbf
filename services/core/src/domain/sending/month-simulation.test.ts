import { beforeAll, describe, expect, test } from 'vitest';
import { closedBreaker } from './mailboxes/mailbox-breaker.ts';
import { laneWindowLeftMs, nextTurnAt } from './next-turn.ts';
import { planTurn, type TurnCampaign, type TurnLane, type TurnMailbox } from './plan-turn.ts';
import { defaultGap, slotGapMs } from './send-slot.ts';
import { isInWindow, localDay, nextInWindow, zoneOf } from './send-window.ts';

// Simulates a month with 50,000 people, 20 mailboxes, and 10 campaigns of three steps. Uses only the planner, without a
// store or mail. In March, clocks in Europe and America change on different days.
const people = 50_000;
const start = new Date('2027-03-01T00:00:00Z');
const end = new Date('2027-04-01T00:00:00Z');
const workspaceZone = 'Europe/Berlin';
const zones = ['Europe/Berlin', 'Europe/London', 'America/New_York', 'America/Los_Angeles', 'Asia/Kolkata', null];
const countries = ['DE', 'GB', 'US', 'US', 'IN', null];
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
const companyCap = 3;
const waitMs = [0, 3, 5].map((days) => days * 86_400_000);
const holidays = new Set(['DE 2027-03-26', 'DE 2027-03-29', 'GB 2027-03-26', 'GB 2027-03-29', 'IN 2027-03-22']);

interface Person {
  id: number;
  campaign: number;
  mailbox: number;
  company: number;
  zone: string | null;
  country: string | null;
}
interface Due {
  person: Person;
  step: number;
  at: number;
}
interface Lane extends TurnLane {
  due: Due[];
}
interface Sent extends Due {
  sentAt: number;
}
interface Mailbox extends TurnMailbox {
  id: string;
  lanes: Map<string, Lane>;
  slotAt: Date | null;
  turnAt: Date | null;
}

const campaigns = new Map<string, TurnCampaign>(
  Array.from({ length: 10 }, (_, index) => [
    `cmp_${index}`,
    {
      id: `cmp_${index}`,
      state: 'running',
      window: { days: weekdays, from: '09:00', to: index % 2 ? '17:00' : '18:30', timeZone: 'recipient' },
      startAt: null,
      dailyCap: index % 3 === 0 ? 300 : null,
      newPerDayCap: index % 4 === 0 ? 120 : null,
      sendsOnHolidays: index === 9,
    },
  ]),
);
const mailboxes: Mailbox[] = Array.from({ length: 20 }, (_, index) => ({
  id: `mbx_${index}`,
  state: 'active',
  window: null,
  dailyCap: 40 + (index % 5) * 30,
  ramp: index % 4 === 0 ? { startPerDay: 10, increasePerDay: 5, startedOn: '2027-03-01' } : null,
  lanes: new Map(),
  slotAt: null,
  turnAt: start,
}));
const counts = new Map<string, number>();
const sent: Sent[] = [];
let claims = 0;

function count(subject: string, day: string): number {
  return counts.get(`${subject} ${day}`) ?? 0;
}

function isHoliday(country: string, day: string): boolean {
  return holidays.has(`${country} ${day}`);
}

function queue(due: Due, mailbox: Mailbox): void {
  const { campaign, zone, country } = due.person;
  const id = `${campaign} ${zone} ${country} ${due.step === 0}`;
  const base = { id, campaignId: `cmp_${campaign}`, isFirst: due.step === 0, isRetry: false, timeZone: zone, country };
  const lane = mailbox.lanes.get(id) ?? { ...base, nextAt: new Date(due.at), servedAt: null, due: [] };
  mailbox.lanes.set(id, lane);
  const place = lane.due.findLastIndex(({ at }) => at <= due.at) + 1;
  lane.due.splice(place, 0, due);
  if (due.at < lane.nextAt.getTime()) lane.nextAt = new Date(due.at);
}

function deliver(due: Due, mailbox: Mailbox, now: Date): boolean {
  const day = localDay(now, workspaceZone);
  const { person, step } = due;
  claims += 1;
  if (count(`company ${person.company}`, day) >= companyCap) {
    queue({ ...due, at: now.getTime() + 86_400_000 }, mailbox);
    return false;
  }
  const subjects = [mailbox.id, `cmp_${person.campaign}`, `company ${person.company}`];
  if (step === 0) subjects.push(`cmp_${person.campaign}/new`);
  for (const subject of subjects) counts.set(`${subject} ${day}`, count(subject, day) + 1);
  sent.push({ ...due, sentAt: now.getTime() });
  if (step + 1 < waitMs.length) queue({ person, step: step + 1, at: now.getTime() + waitMs[step + 1]! }, mailbox);
  return true;
}

function takeTurn(mailbox: Mailbox, now: Date): void {
  const facts = {
    now,
    mailboxId: mailbox.id,
    mailbox,
    breaker: closedBreaker,
    slotAt: mailbox.slotAt,
    timeZone: workspaceZone,
  };
  const lanes = [...mailbox.lanes.values()];
  const plan = planTurn({ ...facts, lanes, campaigns, sentOn: count, isHoliday, sizeMax: 1 });
  for (const { lane, until } of plan.waits) lane.nextAt = until ?? end;
  for (const { lane, count: places } of plan.shares) {
    lane.servedAt = now;
    for (const due of lane.due.splice(0, places)) {
      if (!deliver(due, mailbox, now)) continue;
      const windowLeftMs = laneWindowLeftMs(lane, campaigns.get(lane.campaignId!)!, facts);
      const seed = `${mailbox.id} ${now.getTime()}`;
      mailbox.slotAt = new Date(
        now.getTime() + slotGapMs({ gap: defaultGap, seed, windowLeftMs, placesLeft: plan.placesLeft }),
      );
    }
    const [next] = lane.due;
    if (next === undefined) mailbox.lanes.delete(lane.id);
    else lane.nextAt = new Date(next.at);
  }
  mailbox.turnAt = plan.blocked ? plan.blocked.until : nextTurnAt([...mailbox.lanes.values()], mailbox.slotAt);
}

beforeAll(() => {
  for (let id = 0; id < people; id += 1) {
    const zone = (id * 7) % zones.length;
    const mailbox = id % mailboxes.length;
    const person = {
      id,
      campaign: (id * 3) % 10,
      mailbox,
      company: id % 12_000,
      zone: zones[zone]!,
      country: countries[zone]!,
    };
    queue({ person, step: 0, at: start.getTime() }, mailboxes[mailbox]!);
  }
  for (;;) {
    const next = mailboxes.reduce((a, b) => ((b.turnAt ?? end) < (a.turnAt ?? end) ? b : a));
    if (next.turnAt === null || next.turnAt >= end) return;
    takeTurn(next, next.turnAt);
  }
}, 60_000);

function byMailbox(): Map<number, Sent[]> {
  return Map.groupBy(sent, ({ person }) => person.mailbox);
}

function perDay(of: (message: Sent) => string | null): Map<string, number> {
  const result = new Map<string, number>();
  for (const message of sent) {
    const subject = of(message);
    if (subject === null) continue;
    const key = `${subject} ${localDay(new Date(message.sentAt), workspaceZone)}`;
    result.set(key, (result.get(key) ?? 0) + 1);
  }
  return result;
}

describe('a month of 50,000 people', () => {
  test('sends up to the caps, and claims few messages that it does not send', () => {
    expect(sent.length).toBeGreaterThan(25_000);
    expect(claims / sent.length).toBeLessThan(1.2);
  });

  test('sends nothing outside the recipient’s window or on a holiday in their country', () => {
    const wrong = sent.filter(({ person, sentAt }) => {
      const { window, sendsOnHolidays } = campaigns.get(`cmp_${person.campaign}`)!;
      const zone = zoneOf(window, person.zone, workspaceZone);
      const at = new Date(sentAt);
      const isOff = !sendsOnHolidays && person.country !== null && isHoliday(person.country, localDay(at, zone));
      return isOff || !isInWindow(window, at, zone);
    });
    expect(wrong).toEqual([]);
  });

  test('never exceeds the cap of a mailbox, campaign, or company', () => {
    const mailboxDays = [...perDay(({ person }) => String(person.mailbox))];
    expect(mailboxDays.filter(([key, number]) => number > mailboxes[Number(key.split(' ')[0])]!.dailyCap)).toEqual([]);
    const campaignDays = [...perDay(({ person }) => `cmp_${person.campaign}`)];
    const capOf = (key: string) => campaigns.get(key.split(' ')[0]!)!;
    expect(campaignDays.filter(([key, number]) => number > (capOf(key).dailyCap ?? people))).toEqual([]);
    const newDays = [...perDay(({ person, step }) => (step === 0 ? `cmp_${person.campaign}` : null))];
    expect(newDays.filter(([key, number]) => number > (capOf(key).newPerDayCap ?? people))).toEqual([]);
    expect(Math.max(...perDay(({ person }) => String(person.company)).values())).toBeLessThanOrEqual(companyCap);
  });

  test('a mailbox in warm-up never sends much more than on its best day', () => {
    const days = perDay(({ person }) => (person.mailbox % 4 === 0 ? String(person.mailbox) : null));
    for (const [mailbox, numbers] of Map.groupBy([...days].sort(), ([key]) => key.split(' ')[0]!)) {
      let best = 5;
      for (const [, number] of numbers) {
        expect(number, `mailbox ${mailbox}`).toBeLessThanOrEqual(best + 5);
        best = Math.max(best, number);
      }
    }
  });

  test('keeps a varying gap between two messages of a mailbox', () => {
    for (const messages of byMailbox().values()) {
      const gaps = messages.slice(1).map(({ sentAt }, index) => sentAt - messages[index]!.sentAt);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(defaultGap.min * 1_000);
      expect(new Set(gaps).size).toBeGreaterThan(gaps.length / 2);
    }
  });

  test('spreads the day’s messages over the window', () => {
    const [first] = mailboxes.filter(({ ramp, dailyCap }) => ramp === null && dailyCap > 60);
    const messages = byMailbox().get(Number(first!.id.slice(4)))!;
    const tuesday = messages.filter(({ sentAt }) => localDay(new Date(sentAt), workspaceZone) === '2027-03-09');
    const hours = new Set(tuesday.map(({ sentAt }) => new Date(sentAt).getUTCHours()));
    expect(hours.size).toBeGreaterThanOrEqual(6);
  });

  test('everyone gets the steps in order, each after its wait', () => {
    for (const steps of Map.groupBy(sent, ({ person }) => person.id).values()) {
      expect(steps.map(({ step }) => step)).toEqual(steps.map((_, index) => index));
      for (const [index, { sentAt }] of steps.entries()) {
        if (index > 0) expect(sentAt - steps[index - 1]!.sentAt).toBeGreaterThanOrEqual(waitMs[index]!);
      }
    }
  });

  test('the campaigns of a mailbox progress at a similar rate', () => {
    const perCampaign = Map.groupBy(byMailbox().get(1)!, ({ person }) => person.campaign);
    const numbers = [...perCampaign.values()].map((messages) => messages.length);
    expect(Math.min(...numbers)).toBeGreaterThan(Math.max(...numbers) / 2);
  });

  test('every mailbox has a next send time', () => {
    for (const { turnAt, lanes } of mailboxes) {
      expect(lanes.size === 0 || turnAt !== null).toBe(true);
      if (turnAt !== null) expect(nextInWindow(campaigns.get('cmp_0')!.window, turnAt, workspaceZone)).not.toBeNull();
    }
  });
});
