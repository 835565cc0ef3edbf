import { cutText } from '@outbound/node-service/text/cut-text';
import { Type } from 'typebox';
import { findOwnMailbox, mailboxIdInput } from '../../engine/mailboxes/find-own-mailbox.ts';
import { Described, Input, Nullable } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';

const Check = Type.Object({
  isOk: Type.Boolean({ description: 'True if it works.' }),
  problem: Nullable(Type.String({ description: 'Problem and its fix, in one sentence.' })),
});

function toCheck(problem: string | null) {
  return { isOk: problem === null, problem: problem === null ? null : cutText(problem, 500) };
}

export const testMailbox = defineRead({
  name: 'test_mailbox',
  title: 'Test a mailbox',
  summary: 'Sign in to the servers of a mailbox and report problems.',
  description:
    'Connects to the SMTP and IMAP servers of a mailbox, signs in, and disconnects. It sends and changes ' +
    'nothing. Returns for each server whether it works, and if not, what to change. The sandbox mailbox ' +
    'always works.',
  method: 'get',
  path: '/mailboxes/{mailboxId}/test',
  scope: 'mailboxes:read',
  input: Input(mailboxIdInput),
  output: Type.Object({
    mailboxId: Type.String({ description: 'Tested mailbox.' }),
    smtp: Nullable(Described(Check, 'Sending. Null for the sandbox.')),
    imap: Nullable(Described(Check, 'Receiving. Null if not configured.')),
    isOk: Type.Boolean({ description: 'True if both work.' }),
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
