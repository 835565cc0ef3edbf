import { expect, test } from 'vitest';
import { timeZoneOfCountry } from './time-zone-country.ts';

test.each([
  ['France', 'Europe/Paris'],
  ['fr', 'Europe/Paris'],
  ['Russia', 'Europe/Moscow'],
  ['Serbia', 'Europe/Belgrade'],
  ['Germany', 'Europe/Berlin'],
  ['UK', 'Europe/London'],
])('infers the zone of %s', (country, zone) => {
  expect(timeZoneOfCountry(country)).toBe(zone);
  expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
});

test.each(['Atlantis', '', undefined, null])('knows no zone of %s', (country) => {
  expect(timeZoneOfCountry(country)).toBeUndefined();
});
