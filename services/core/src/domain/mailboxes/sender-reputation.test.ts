import { expect, test } from 'vitest';
import { reputationProblem } from './sender-reputation.ts';

test.each([
  ['mailbox', { sent: 30, bounced: 15, complaints: 9 }, null],
  ['mailbox', { sent: 96, bounced: 4, complaints: 0 }, null],
  ['mailbox', { sent: 95, bounced: 5, complaints: 0 }, null],
  ['mailbox', { sent: 93, bounced: 7, complaints: 0 }, '7 of 100 messages that this mailbox'],
  ['mailbox', { sent: 1_000, bounced: 0, complaints: 3 }, null],
  ['mailbox', { sent: 500, bounced: 0, complaints: 3 }, '3 people complained'],
  ['domain', { sent: 93, bounced: 7, complaints: 0 }, null],
  ['domain', { sent: 280, bounced: 20, complaints: 0 }, 'the mailboxes of this domain'],
  ['domain', { sent: 1_000, bounced: 0, complaints: 5 }, '5 people complained'],
] as const)('%s with %j', (scope, reputation, says) => {
  const problem = reputationProblem(scope, reputation);
  if (says === null) expect(problem).toBeNull();
  else expect(problem).toContain(says);
});
