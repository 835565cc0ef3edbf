import { expect, test } from 'vitest';
import { helpForPeople, labelOf, wordsOf } from './words.ts';

test('names of fields become labels', () => {
  expect(['bodyText', 'contactIds', 'companyIds', 'mailboxIds', 'profileId'].map(labelOf)).toEqual([
    'Body text',
    'Contacts',
    'Companies',
    'Mailboxes',
    'Profile',
  ]);
});

test('help speaks of the fields beside it as the form does, and leaves what is typed as it is', () => {
  const fields = ['employeeRanges'];
  expect(helpForPeople('Give employeeRanges; null: any. Follow it with get_job.', fields)).toBe(
    'Give employee ranges; empty: any. Follow it with “Get a job”.',
  );
  expect(helpForPeople('customFields.x or {{ firstName }} (default true).', fields)).toBe(
    'customFields.x or {{ firstName }} (unless said: yes).',
  );
});

test('states and moments are called as people call them', () => {
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
