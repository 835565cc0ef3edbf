import { Type } from 'typebox';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { changesInWords, plannedUpdate } from '../../engine/context/planned-update.ts';
import { findOwnMailbox, mailboxIdInput } from '../../engine/mailboxes/find-own-mailbox.ts';
import { retryMailbox } from '../../engine/mailboxes/wake-mailboxes.ts';
import { AppError } from '../../errors/errors.ts';
import { Input } from '../../schema/schema.ts';
import {
  type MailboxChanges,
  type MailboxRecord,
  updateMailbox as storeMailbox,
} from '../../store/mailboxes/mailbox-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import {
  changedSender,
  checkGap,
  checkSendWindow,
  mailboxProperties,
  readAddress,
  Server,
  type ServerInput,
  toServerSettings,
} from './mailbox-input.ts';
import { MailboxView, toMailboxView } from './mailbox-view.ts';

interface Wanted
  extends Partial<Pick<MailboxRecord, 'displayName' | 'signature' | 'dailyCap' | 'ramp' | 'window' | 'gapSeconds'>> {
  replyTo?: string;
  smtp?: ServerInput;
  imap?: ServerInput;
}

/** Removes values that match the stored mailbox. */
async function changesOf(mailbox: MailboxRecord, wanted: Wanted, ctx: ActionContext): Promise<MailboxChanges> {
  const { replyTo, smtp, imap, ...plain } = wanted;
  const changes: MailboxChanges = { ...plain };
  if (replyTo !== undefined) changes.replyTo = readAddress('replyTo', replyTo);
  if (smtp !== undefined) changes.smtp = await toServerSettings('smtp', smtp, mailbox.smtp, ctx);
  if (imap !== undefined) changes.imap = await toServerSettings('imap', imap, mailbox.imap, ctx);
  const isDifferent = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(mailbox[name as keyof MailboxRecord]);
  return Object.fromEntries(Object.entries(changes).filter(isDifferent));
}

/** Changes to show. Secrets are omitted, because their ciphertext differs each time. */
function shownChanges({ smtp, imap, ...rest }: MailboxChanges | MailboxRecord): Record<string, unknown> {
  return {
    ...rest,
    ...(smtp && { smtp: { host: smtp.host, port: smtp.port, security: smtp.security, username: smtp.username } }),
    ...(imap && { imap: { host: imap.host, port: imap.port, security: imap.security, username: imap.username } }),
  };
}

export const updateMailbox = defineWrite({
  name: 'update_mailbox',
  title: 'Update a mailbox',
  summary: 'Change the servers, limits, ramp, window, name, or signature of a mailbox.',
  description:
    'Changes the given fields of a mailbox and keeps the others. A server is replaced as a whole; its ' +
    'password can be omitted if host and username are unchanged. The email address cannot be changed: connect ' +
    'another mailbox instead. Changes apply to everything sent afterwards.',
  method: 'patch',
  path: '/mailboxes/{mailboxId}',
  scope: 'mailboxes:write',
  effect: 'write',
  mayNeedPerson: true,
  personPage: '/app/mailboxes/{mailboxId}',
  input: Input({
    ...mailboxIdInput,
    smtp: Type.Optional(Server('Server for sending.')),
    imap: Type.Optional(Server('Server for reading replies.')),
    ...mailboxProperties,
  }),
  output: MailboxView,
  errors: ['not_found', 'version_conflict', 'validation_failed', 'invalid_state'],

  async plan({ mailboxId, ...wanted }, ctx) {
    const mailbox = await findOwnMailbox(mailboxId, ctx);
    checkSendWindow(wanted.window);
    checkGap(wanted.gapSeconds);
    if (mailbox.kind === 'capture' && (wanted.smtp || wanted.imap)) {
      throw new AppError('invalid_state', 'The sandbox mailbox has no servers. Connect your own mailbox.');
    }
    if (mailbox.signIn && (wanted.smtp || wanted.imap)) {
      throw new AppError('invalid_state', 'This mailbox signs in with its provider, so its servers are fixed.');
    }
    const changes = await changesOf(mailbox, wanted, ctx);
    const isSame = Object.keys(changes).length === 0;
    const { id, address: label } = mailbox;
    const [before, shown] = [shownChanges(mailbox), shownChanges(changes)];
    const update = plannedUpdate({ type: 'mailbox', id, label, before, changes: shown });
    return {
      summary: isSame ? 'Nothing would change.' : `Would change the mailbox ${label}: ${changesInWords(update)}.`,
      effects: isSame ? [] : [update],
      skipped: isSame ? [{ id: mailbox.id, label: mailbox.address, reason: 'unchanged' }] : [],
      warnings: [],
      needsPerson: changedSender(changes),
      state: { mailbox, changes },
    };
  },

  async run(_input, { state: { mailbox, changes } }, ctx) {
    const isSame = Object.keys(changes).length === 0;
    const updated = isSame
      ? mailbox
      : await storeMailbox(ctx.workspaceId, mailbox.id, changes, ctx.now(), mailbox.version);
    if (updated === null)
      throw new AppError('version_conflict', 'The mailbox has changed since it was read. Read it again.');
    if (!isSame) await retryMailbox(ctx.workspaceId, mailbox.id, ctx.now());
    const summary = isSame ? 'Nothing to change.' : `Changed the mailbox ${updated.address}.`;
    return { data: await toMailboxView(updated, ctx), summary };
  },
});
