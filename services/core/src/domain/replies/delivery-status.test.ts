import { describe, expect, test } from 'vitest';
import { complainant, isComplaint, originalMessageId, parseDeliveryStatus } from './delivery-status.ts';

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
  test('names the recipient, the action and the status', () => {
    expect(parseDeliveryStatus(notification)).toEqual([
      {
        recipient: 'nobody@b.example',
        action: 'failed',
        status: '5.1.1',
        diagnostic: '550 5.1.1 <nobody@b.example>: user unknown',
      },
    ]);
  });

  test('leads to our message by the returned headers', () => {
    expect(originalMessageId('From: a@a.example\r\nMessage-ID: <abc@a.example>\r\nSubject: x')).toBe('<abc@a.example>');
    expect(originalMessageId('Message-ID:\r\n <folded@a.example>')).toBe('<folded@a.example>');
    expect(originalMessageId('nothing here')).toBeNull();
  });

  test('a feedback report is a complaint, unless it is about authentication or takes one back', () => {
    expect(isComplaint('Feedback-Type: abuse\r\nVersion: 1')).toBe(true);
    expect(isComplaint('Version: 1\r\nFeedback-Type: auth-failure')).toBe(false);
    expect(isComplaint('Feedback-Type: not-spam')).toBe(false);
  });

  test('a feedback report names who complains', () => {
    expect(complainant('Feedback-Type: abuse\r\nOriginal-Rcpt-To: <Ada@B.example>')).toBe('ada@b.example');
    expect(complainant('Original-Rcpt-To: rfc822; ada@b.example')).toBe('ada@b.example');
    expect(complainant('Feedback-Type: abuse')).toBeNull();
  });
});
