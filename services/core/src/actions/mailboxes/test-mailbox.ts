import { Type } from 'typebox';
import { findOwnMailbox, mailboxIdInput } from '../../engine/mailboxes/find-own-mailbox.ts';
import { Described, Input, Nullable } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';

const Check = Type.Object({
  isOk: Type.Boolean({ description: 'Whether it works.' }),
  problem: Nullable(Type.String({ description: 'What is wrong, and how to mend it, in one sentence.' })),
});

function toCheck(problem: string | null) {
  return { isOk: problem === null, problem: problem?.slice(0, 500) ?? null };
}

export const testMailbox = defineRead({
  name: 'test_mailbox',
  title: 'Test a mailbox',
  summary: 'Sign in to the servers of a mailbox and tell what is wrong.',
  description:
    'Connects to the SMTP and IMAP servers of a mailbox, signs in and disconnects; sends nothing and changes nothing. Answers for each whether it works, and if not, what to change. The sandbox mailbox always works.',
  method: 'get',
  path: '/mailboxes/{mailboxId}/test',
  scope: 'mailboxes:read',
  input: Input(mailboxIdInput),
  output: Type.Object({
    mailboxId: Type.String({ description: 'The mailbox tested.' }),
    smtp: Nullable(Described(Check, 'Sending; null for the sandbox.')),
    imap: Nullable(Described(Check, 'Receiving; null when not configured.')),
    isOk: Type.Boolean({ description: 'Whether both work.' }),
  }),
  errors: ['not_found'],
  untrusted: ['smtp.problem', 'imap.problem'],

  async run({ mailboxId }, ctx) {
    const mailbox = await findOwnMailbox(mailboxId, ctx);
    const { smtp, imap, address } = mailbox;
    const { mail } = ctx.ports;
    const [sending, receiving] = await Promise.all([
      smtp && mail.checkSmtp(mailbox, smtp).then(toCheck),
      imap && mail.checkImap(mailbox, imap).then(toCheck),
    ]);
    const isOk = (sending?.isOk ?? true) && (receiving?.isOk ?? true);
    const summary = isOk ? `The mailbox ${address} works.` : `The mailbox ${address} does not work.`;
    return { data: { mailboxId, smtp: sending, imap: receiving, isOk }, summary };
  },
});
