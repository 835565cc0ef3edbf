import { expect, test } from 'vitest';
import { recipientZone, timeZoneOfPlace } from './time-zone-country.ts';

test.each([
  ['France', 'Europe/Paris'],
  ['fr', 'Europe/Paris'],
  ['Russia', 'Europe/Moscow'],
  ['Serbia', 'Europe/Belgrade'],
  ['Germany', 'Europe/Berlin'],
  ['UK', 'Europe/London'],
])('infers the zone of %s', (country, zone) => {
  expect(timeZoneOfPlace({ country })).toBe(zone);
  expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
});

test.each(['Atlantis', '', undefined, null])('finds no zone for %s', (country) => {
  expect(timeZoneOfPlace({ country } as { country: string })).toBeUndefined();
});

test.each([
  [{ country: 'US', region: 'California', city: 'San Francisco' }, 'America/Los_Angeles'],
  [{ country: 'United States', region: 'TX' }, 'America/Chicago'],
  [{ country: 'USA', city: 'Denver, CO' }, 'America/Denver'],
  [{ country: 'us', region: 'US-WA' }, 'America/Los_Angeles'],
  [{ country: 'Canada', city: 'Vancouver' }, 'America/Vancouver'],
  [{ country: 'Canada', region: 'Québec' }, 'America/Toronto'],
  [{ country: 'AU', region: 'Western Australia' }, 'Australia/Perth'],
  [{ country: 'Brazil', region: 'São Paulo' }, 'America/Sao_Paulo'],
  [{ country: 'BR', city: 'Manaus' }, 'America/Manaus'],
  [{ country: 'Mexico', region: 'Baja California' }, 'America/Tijuana'],
  [{ country: 'RU', city: 'Vladivostok' }, 'Asia/Vladivostok'],
  [{ country: 'Indonesia', region: 'Bali' }, 'Asia/Makassar'],
  [{ country: 'US', city: 'Springfield' }, 'America/New_York'],
])('infers the zone of %o', (place, zone) => {
  expect(timeZoneOfPlace(place)).toBe(zone);
  expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
});

test('uses all zones of a country if nothing more is known, and one zone otherwise', () => {
  const inferred = { timeZone: 'America/New_York', isTimeZoneInferred: true };
  expect(recipientZone({ ...inferred, location: { country: 'US' } })).toBe('America/New_York|America/Los_Angeles');
  expect(recipientZone({ ...inferred, location: { country: 'US', region: 'NV' } })).toBe('America/Los_Angeles');
  expect(recipientZone({ timeZone: 'America/Denver', location: { country: 'US' } })).toBe('America/Denver');
  expect(recipientZone({ timeZone: 'Europe/Berlin', isTimeZoneInferred: true, location: { country: 'DE' } })).toBe(
    'Europe/Berlin',
  );
  expect(recipientZone({})).toBeNull();
});
