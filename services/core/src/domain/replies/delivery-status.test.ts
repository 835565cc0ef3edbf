import { describe, expect, test } from 'vitest';
import { complainant, isComplaint, originalMessageIds, parseDeliveryStatus } from './delivery-status.ts';

const notification = [
  'Reporting-MTA: dns; mx.example.com',
  '',
  'Final-Recipient: rfc822; nobody@b.example',
  'Original-Recipient: rfc822;nobody@b.example',
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1 <nobody@b.example>:',
  '    user unknown',
].join('\r\n');

describe('a delivery status notification', () => {
  test('returns the recipient, action, and status', () => {
    expect(parseDeliveryStatus(notification)).toEqual([
      {
        recipients: ['nobody@b.example'],
        action: 'failed',
        status: '5.1.1',
        diagnostic: '550 5.1.1 <nobody@b.example>: user unknown',
      },
    ]);
  });

  test('identifies our message by the returned headers', () => {
    const returned = 'From: a@a.example\r\nMessage-ID: <abc@a.example>\r\nSubject: x';
    expect(originalMessageIds(returned)).toEqual(['<abc@a.example>']);
    expect(originalMessageIds('Message-ID:\r\n <folded@a.example>')).toEqual(['<folded@a.example>']);
    expect(originalMessageIds('nothing here')).toEqual([]);
  });

  test('a feedback report is a complaint, unless it concerns authentication or withdraws a complaint', () => {
    expect(isComplaint('Feedback-Type: abuse\r\nVersion: 1')).toBe(true);
    expect(isComplaint('Version: 1\r\nFeedback-Type: auth-failure')).toBe(false);
    expect(isComplaint('Feedback-Type: not-spam')).toBe(false);
  });

  test('a feedback report names the complainant', () => {
    expect(complainant('Feedback-Type: abuse\r\nOriginal-Rcpt-To: <Ada@B.example>')).toBe('ada@b.example');
    expect(complainant('Original-Rcpt-To: rfc822; ada@b.example')).toBe('ada@b.example');
    expect(complainant('Feedback-Type: abuse')).toBeNull();
  });
});
