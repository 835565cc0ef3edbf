import { Type } from 'typebox';
import { defineRead } from '../define-action.ts';
import { Described, Input, Nullable } from '../schema.ts';
import { findOwnMailbox, mailboxIdInput } from './find-own-mailbox.ts';

const Check = Type.Object({
  isOk: Type.Boolean({ description: 'Whether it works.' }),
  problem: Nullable(Type.String({ description: 'What the server said, or why it was not reached.' })),
});

const toCheck = (problem: string | null) => ({ isOk: problem === null, problem: problem?.slice(0, 500) ?? null });

export const testMailbox = defineRead({
  name: 'test_mailbox',
  title: 'Test a mailbox',
  summary: 'Sign in to the servers of a mailbox and tell what is wrong.',
  description:
    'Connects to the SMTP and IMAP servers of a mailbox, signs in and disconnects; sends nothing and changes nothing. Answers for each whether it works, and if not, what the server said. The sandbox mailbox always works.',
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
    const { smtp, imap, address } = await findOwnMailbox(mailboxId, ctx);
    const { mail } = ctx.ports;
    const [sending, receiving] = await Promise.all([
      smtp && mail.checkSmtp(ctx.workspaceId, smtp).then(toCheck),
      imap && mail.checkImap(ctx.workspaceId, imap).then(toCheck),
    ]);
    const isOk = (sending?.isOk ?? true) && (receiving?.isOk ?? true);
    const summary = isOk ? `The mailbox ${address} works.` : `The mailbox ${address} does not work.`;
    return { data: { mailboxId, smtp: sending, imap: receiving, isOk }, summary };
  },
});
