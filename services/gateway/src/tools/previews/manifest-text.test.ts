import { expect, test } from 'vitest';
import { manifestText, type PlanGroup } from './manifest-text.ts';

const group: PlanGroup = {
  recipientCount: 2,
  sender: 'Ada <ada@acme.example>',
  replyTo: null,
  signature: 'Ada',
  footer: 'Acme Ltd',
  notice: '',
  attachments: [{ fileName: 'offer.pdf', sha256: 'abc' }],
  times: { earliestAt: '2030-01-07T10:00:00.000Z', latestAt: null, waits: [{ stepId: 'stp_1', waitMinutes: 0 }] },
  mayVary: ['firstName'],
  unsupportedCount: 1,
  steps: [
    {
      stepId: 'stp_1',
      variantId: 'A',
      branch: 'title',
      subject: 'Hi',
      body: 'Dear {{ firstName }}',
      isWrittenPerPerson: false,
      samples: [],
    },
  ],
};

test('a question has every text of every group', () => {
  const { text, isCut } = manifestText([group, { ...group, recipientCount: 1 }], 'https://acme.example');
  expect(isCut).toBe(false);
  for (const part of [
    '2 people',
    '1 person',
    'variant A',
    'if title',
    'Dear {{ firstName }}',
    'offer.pdf',
    'Acme Ltd',
    'no source for 1 person',
  ])
    expect(text).toContain(part);
});

test('a question over 8,000 tokens has the groups with counts, and names the page', () => {
  const body = 'Every word is another token here. '.repeat(2_000);
  const long = { ...group, steps: [{ ...group.steps[0]!, body }] };
  const { text, isCut } = manifestText([long], 'https://acme.example');
  expect(isCut).toBe(true);
  expect(text).toContain('Group 1: 2 people');
  expect(text).toContain('truncated');
  expect(text).toContain('https://acme.example/app/approvals');
  expect(text).not.toContain('Every word');
});
