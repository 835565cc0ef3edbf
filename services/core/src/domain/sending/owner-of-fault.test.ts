import { describe, expect, test } from 'vitest';
import { refusalAnswers } from '../../../test-data/refusals/refusal-answers.ts';
import type { FaultPhase } from './fault-cause.ts';
import { ownerOfFault, signatureOf } from './owner-of-fault.ts';

function judge(phase: FaultPhase, answer: string) {
  const [, code, text] = /^#?(\d+)[ -](.*)$/s.exec(answer)!;
  return ownerOfFault({ phase, code: Number(code), text: text! });
}

describe('the table of server responses', () => {
  test.each(refusalAnswers)('%s at %s: %s', (_provider, phase, answer, cause) => {
    expect(judge(phase, answer).cause).toBe(cause);
  });
});

test('ends only faults of the person or the message', () => {
  for (const [, phase, answer] of refusalAnswers) {
    const { owner, ends, suppresses } = judge(phase, answer);
    expect(ends).toBe(owner === 'person' || owner === 'message');
    if (suppresses) expect(owner).toBe('person');
  }
});

test('attributes the same response for several people in a row to the sender', () => {
  const refusal = { phase: 'rcpt_to', code: 550, text: 'Requested action not taken' } as const;
  const recent = ['a.example', 'b.example'].map((recipientDomain) => ({
    recipientDomain,
    signature: signatureOf(refusal),
  }));
  expect(ownerOfFault({ ...refusal, recent: recent.slice(1) }).owner).toBe('person');
  expect(ownerOfFault({ ...refusal, recent })).toMatchObject({
    owner: 'provider',
    cause: 'many_refusals',
    ends: false,
  });
});

test('attributes a text rejected for one person after another to all of them', () => {
  const refusal = { phase: 'data', code: 550, text: '5.7.1 Message rejected as spam' } as const;
  const recent = [1, 2].map(() => ({ recipientDomain: 'a.example', signature: signatureOf(refusal) }));
  expect(ownerOfFault({ ...refusal, recent: recent.slice(1) }).cause).toBe('content_refused');
  expect(ownerOfFault({ ...refusal, recent }).cause).toBe('many_refusals');
});

test('trusts that users are unknown, however many come in a row', () => {
  const refusal = { phase: 'rcpt_to', code: 550, text: '5.1.1 <x@y.example>: User unknown' } as const;
  const recent = [1, 2, 3, 4].map(() => ({ recipientDomain: 'a.example', signature: signatureOf(refusal) }));
  expect(ownerOfFault({ ...refusal, recent }).cause).toBe('unknown_recipient');
});

test('recognizes a response regardless of the address, number, or host in it', () => {
  const one = signatureOf({ code: 550, text: '<ada@one.example>: blocked 203.0.113.5, id 8f3kd93kd0' });
  const other = signatureOf({ code: 550, text: '<eve@two.example>: blocked 198.51.100.77, id 77aa81bb2c' });
  expect(one).toBe(other);
});
