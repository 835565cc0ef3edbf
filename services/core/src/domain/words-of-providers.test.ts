import { expect, test } from 'vitest';
import { countryCodeOf, countryNameOf } from './contacts/places/country-code.ts';
import { seniorityOfTitle } from './contacts/title-seniority.ts';
import { properName } from './text/name-case.ts';

test.each([
  ['de', 'DE'],
  ['Germany', 'DE'],
  [' united kingdom ', 'GB'],
  ['UK', 'GB'],
  ['USA', 'US'],
  ['The Netherlands', 'NL'],
  ['Atlantis', undefined],
  ['QQ', undefined],
])('the country "%s" has the code %s', (text, code) => {
  expect(countryCodeOf(text)).toBe(code);
});

test('gives the name of a country code, and keeps anything else', () => {
  expect([countryNameOf('DE'), countryNameOf('somewhere')]).toEqual(['Germany', 'somewhere']);
});

test.each([
  ["jean-luc o'neill", "Jean-Luc O'Neill"],
  ['vincent van gogh', 'Vincent van Gogh'],
  ['vp of it', 'VP of IT'],
  ['élise', 'Élise'],
  ['DeShawn McCoy', 'DeShawn McCoy'],
])('writes "%s" as "%s"', (text, expected) => {
  expect(properName(text)).toBe(expected);
});

test.each([
  ['Chief Technology Officer', 'c_suite'],
  ['CTO', 'c_suite'],
  ['Vice President of Sales', 'vp'],
  ['Co-Founder & CEO', 'founder'],
  ['Head of Data', 'head'],
  ['Engineering Manager', 'manager'],
  ['Senior Software Engineer', 'senior'],
  ['Marketing Intern', 'intern'],
  ['Baker', null],
])('assigns "%s" the seniority %s', (title, seniority) => {
  expect(seniorityOfTitle(title)).toBe(seniority);
});
