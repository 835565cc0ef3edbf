import { type Static, Type } from 'typebox';
import { type FaultCause, faultCauses } from '../../domain/sending/fault-cause.ts';
import type { MailboxBreaker } from '../../domain/sending/mailboxes/mailbox-breaker.ts';
import { Foreign } from '../../schema/foreign.ts';
import { Described, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import type { MailboxFault } from './mailbox-faults.ts';

const Cause = OneOf(Object.keys(faultCauses) as [FaultCause, ...FaultCause[]], {
  description: 'What its server answered, by kind.',
});

export const BreakerView = Named(
  'MailboxBreaker',
  Type.Object(
    {
      state: OneOf(['closed', 'open', 'half_open'], {
        description: 'closed: it sends. open: its messages wait. half_open: one message is being tried.',
      }),
      cause: Nullable(Cause),
      action: Nullable(Type.String({ description: 'What to do about it, in one sentence.' })),
      answer: Nullable(Foreign(Type.String({ description: 'The last refusal, in the server’s words.' }))),
      since: Nullable(Timestamp('When the first refusal came.')),
      nextProbeAt: Nullable(Timestamp('When one message is tried next.')),
    },
    { description: 'The circuit breaker of the mailbox.' },
  ),
);

export function toBreakerView(breaker: MailboxBreaker): Static<typeof BreakerView> {
  return viewOf(BreakerView, breaker, {});
}

export const MailboxFaultView = Type.Object({
  mailboxId: Type.String({ description: 'The mailbox.' }),
  address: Type.String({ description: 'Its email address.' }),
  cause: Described(Cause, 'What its server answered, by kind.'),
  action: Type.String({ description: 'What to do about it, in one sentence.' }),
  since: Timestamp('When the first refusal came.'),
  nextProbeAt: Nullable(Timestamp('When one message is tried next.')),
});

export function toFaultView(fault: MailboxFault): Static<typeof MailboxFaultView> {
  return viewOf(MailboxFaultView, fault, {});
}
