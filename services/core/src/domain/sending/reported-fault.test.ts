import { expect, test } from 'vitest';
import { bounceTypeOf, reportedFault } from './reported-fault.ts';

test.each([
  ['5.1.1', '550 5.1.1 user unknown', 'unknown_recipient', 'hard'],
  ['5.1.1', '550 5.1.1 too many invalid recipients from your host', 'throttled', 'soft'],
  [null, '550 Dieser Benutzer existiert nicht', 'unknown_recipient', 'hard'],
  [null, '550 Absenderadresse existiert nicht', 'sender_not_allowed', 'soft'],
  ['5.2.2', '552 5.2.2 mailbox full', 'recipient_mailbox_full', 'soft'],
  ['5.0.0', '550 Blocked - see https://www.spamhaus.org/query', 'blocklisted', 'soft'],
  ['5.1.8', '550 5.1.8 Access denied, bad outbound sender AS(42003)', 'account_suspended', 'soft'],
  ['5.4.5', '550 5.4.5 Daily user sending limit exceeded', 'quota_exceeded', 'soft'],
  ['5.0.350', 'Remote server returned an error -> 550 5.1.1 no mailbox', 'unknown_recipient', 'hard'],
  ['5.0.0', null, 'message_malformed', 'soft'],
  ['4.4.7', 'delivery time expired', 'temporary_refusal', 'soft'],
  [null, '554 mailbox for user does not exist', 'unknown_recipient', 'hard'],
  [null, null, 'temporary_refusal', 'soft'],
  [null, '550 Name service error for name=a.example type=MX: Host not found, try again', 'temporary_refusal', 'soft'],
  [null, '550 Name service error for name=a.example type=A: Host not found', 'unknown_recipient', 'hard'],
  [null, '550 Temporary lookup failure of a.example', 'temporary_refusal', 'soft'],
  [null, '550 host lookup for a.example did not complete', 'temporary_refusal', 'soft'],
  [null, '5.1.1 no such person', 'unknown_recipient', 'hard'],
] as const)('a report with status %s and %j is about %s: %s', (status, diagnostic, cause, type) => {
  const fault = reportedFault({ status, diagnostic });
  expect(fault.cause).toBe(cause);
  expect(bounceTypeOf(fault)).toBe(type);
});
