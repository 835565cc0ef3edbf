import { expect, test } from 'vitest';
import { isInWindow, nextInWindow, windowLeftMs, zoneOf } from '../sending/send-window.ts';

const days = ['mon', 'tue', 'wed', 'thu', 'fri'];
const window = { days, from: '09:00', to: '17:00', timeZone: 'recipient' };
const both = 'America/New_York|America/Los_Angeles';

test('opens when the windows of all zones are open', () => {
  const early = new Date('2026-12-08T14:30:00Z'); // 09:30 in New York, 06:30 in Los Angeles
  expect(isInWindow(window, early, both)).toBe(false);
  expect(nextInWindow(window, early, both)).toEqual(new Date('2026-12-08T17:00:00Z'));
  const late = new Date('2026-12-08T22:30:00Z'); // 17:30 in New York
  expect(nextInWindow(window, late, both)).toEqual(new Date('2026-12-09T17:00:00Z'));
  expect(windowLeftMs(window, new Date('2026-12-08T21:00:00Z'), both)).toBe(60 * 60_000);
});

test('uses the last zone if the windows never overlap', () => {
  const short = { ...window, from: '09:00', to: '10:00' };
  expect(nextInWindow(short, new Date('2026-12-08T12:00:00Z'), both)).toEqual(new Date('2026-12-08T17:00:00Z'));
});

test('falls back to the workspace’s zone for an unknown zone', () => {
  expect(zoneOf(window, both, 'UTC')).toBe(both);
  expect(zoneOf(window, 'America/New_York|Nowhere', 'UTC')).toBe('UTC');
});
