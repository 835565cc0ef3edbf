import { expect, test } from 'vitest';
import { helpForPeople, labelOf, wordsOf } from './words.ts';

test('turns field names into labels', () => {
  expect(['bodyText', 'contactIds', 'companyIds', 'mailboxIds', 'profileId'].map(labelOf)).toEqual([
    'Body text',
    'Contacts',
    'Companies',
    'Mailboxes',
    'Profile',
  ]);
});

test('help names neighboring fields as the form does, and keeps values to type unchanged', () => {
  const fields = ['employeeRanges'];
  expect(helpForPeople('Give employeeRanges; null: any. Follow it with get_job.', fields)).toBe(
    'Give employee ranges; empty: any. Follow it with “Get a job”.',
  );
  expect(helpForPeople('customFields.x or {{ firstName }} (default true).', fields)).toBe(
    'customFields.x or {{ firstName }} (unless said: yes).',
  );
});

test('names states and times in everyday words', () => {
  expect(['isHealthy', 'hasReplied', 'lastSentAt', 'emailStatus', 'stepIndex'].map(labelOf)).toEqual([
    'Healthy',
    'Replied',
    'Last sent',
    'Email status',
    'Step',
  ]);
  expect(['catch_all', 'mailbox.breaker_opened', 'acme.example'].map(wordsOf)).toEqual([
    'catch all',
    'mailbox breaker opened',
    'acme.example',
  ]);
});
