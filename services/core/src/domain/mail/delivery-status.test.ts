import { describe, expect, test } from 'vitest';
import {
  bounceTypeOf,
  isAbuseReport,
  isAddressRefusal,
  originalMessageId,
  parseDeliveryStatus,
} from './delivery-status.ts';

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

  test('is hard when the address does not exist, soft when its mailbox is full, nothing when it is only late', () => {
    const status = { recipient: null, diagnostic: null };
    expect(bounceTypeOf({ ...status, action: 'failed', status: '5.1.1' })).toBe('hard');
    expect(bounceTypeOf({ ...status, action: 'failed', status: '5.2.2' })).toBe('soft');
    expect(bounceTypeOf({ ...status, action: 'failed', status: '4.4.7' })).toBe('soft');
    expect(bounceTypeOf({ ...status, action: 'delayed', status: '4.4.1' })).toBeNull();
  });

  test('leads to our message by the returned headers', () => {
    expect(originalMessageId('From: a@a.example\r\nMessage-ID: <abc@a.example>\r\nSubject: x')).toBe('<abc@a.example>');
    expect(originalMessageId('Message-ID:\r\n <folded@a.example>')).toBe('<folded@a.example>');
    expect(originalMessageId('nothing here')).toBeNull();
  });

  test('knows abuse reports', () => {
    expect(isAbuseReport('Feedback-Type: abuse\r\nVersion: 1')).toBe(true);
    expect(isAbuseReport(notification)).toBe(false);
  });

  test('tells a refusal of the address from one of the content or the sender', () => {
    expect(isAddressRefusal(550, '550 5.1.1 user unknown')).toBe(true);
    expect(isAddressRefusal(550, '550 no such user')).toBe(true);
    expect(isAddressRefusal(550, '550 5.7.1 blocked by policy')).toBe(false);
    expect(isAddressRefusal(554, '554 rejected')).toBe(false);
  });
});
