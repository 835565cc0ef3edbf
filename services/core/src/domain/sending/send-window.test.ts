import { describe, expect, test } from 'vitest';
import { isInWindow, localDay, nextInWindow, type SendWindow, startOfNextDay, zoneOf } from './send-window.ts';

const workdays: SendWindow = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '17:00',
  timeZone: 'recipient',
};
function at(iso: string) {
  return new Date(iso);
}

describe('the send window', () => {
  test('is open from its first minute until just before its end', () => {
    expect(isInWindow(workdays, at('2026-11-16T08:00:00Z'), 'Europe/Berlin')).toBe(true);
    expect(isInWindow(workdays, at('2026-11-16T07:59:59Z'), 'Europe/Berlin')).toBe(false);
    expect(isInWindow(workdays, at('2026-11-16T15:59:59Z'), 'Europe/Berlin')).toBe(true);
    expect(isInWindow(workdays, at('2026-11-16T16:00:00Z'), 'Europe/Berlin')).toBe(false);
  });

  test('waits over the weekend until Monday morning in the recipient’s zone', () => {
    const friday = at('2026-11-20T23:00:00Z');
    expect(nextInWindow(workdays, friday, 'America/New_York')).toEqual(at('2026-11-23T14:00:00Z'));
    expect(nextInWindow(workdays, friday, 'Asia/Kolkata')).toEqual(at('2026-11-23T03:30:00Z'));
  });

  test('opens at nine local time on both sides of a clock change', () => {
    expect(nextInWindow(workdays, at('2026-03-27T20:00:00Z'), 'Europe/Berlin')).toEqual(at('2026-03-30T07:00:00Z'));
    expect(nextInWindow(workdays, at('2026-10-23T20:00:00Z'), 'Europe/Berlin')).toEqual(at('2026-10-26T08:00:00Z'));
  });

  test('moves an opening skipped by daylight saving time by the length of the gap', () => {
    const night: SendWindow = { days: ['sun'], from: '02:30', to: '05:00', timeZone: 'recipient' };
    const opening = nextInWindow(night, at('2026-03-28T12:00:00Z'), 'Europe/Berlin')!;
    expect(opening).toEqual(at('2026-03-29T01:30:00Z'));
  });

  test('never opens without days', () => {
    expect(nextInWindow({ ...workdays, days: [] }, at('2026-11-16T08:00:00Z'), 'UTC')).toBeNull();
  });

  test('opens until midnight if it ends at 24:00', () => {
    const allDay: SendWindow = { days: ['mon'], from: '00:00', to: '24:00', timeZone: 'recipient' };
    expect(isInWindow(allDay, at('2026-11-16T23:59:00Z'), 'UTC')).toBe(true);
    expect(isInWindow({ ...allDay, to: '00:00' }, at('2026-11-16T23:59:00Z'), 'UTC')).toBe(true);
  });

  test('falls back if the recipient’s zone is unknown or invalid', () => {
    expect(zoneOf(workdays, 'Asia/Tokyo', 'UTC')).toBe('Asia/Tokyo');
    expect(zoneOf(workdays, null, 'Europe/Berlin')).toBe('Europe/Berlin');
    expect(zoneOf(workdays, 'Mars/Olympus', 'Europe/Berlin')).toBe('Europe/Berlin');
    expect(zoneOf({ ...workdays, timeZone: 'Europe/Paris' }, 'Asia/Tokyo', 'UTC')).toBe('Europe/Paris');
  });

  test('determines days and their ends by local time', () => {
    expect(localDay(at('2026-11-16T23:30:00Z'), 'Europe/Berlin')).toBe('2026-11-17');
    expect(startOfNextDay(at('2026-10-24T22:30:00Z'), 'Europe/Berlin')).toEqual(at('2026-10-25T23:00:00Z'));
  });
});
