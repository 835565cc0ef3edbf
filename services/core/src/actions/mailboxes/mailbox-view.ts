import { type Static, Type } from 'typebox';
import { capOnDay } from '../../domain/mail/mailbox-ramp.ts';
import { localDay } from '../../domain/mail/send-window.ts';
import { countSends } from '../../store/campaigns/send-counter-store.ts';
import { type MailboxRecord, type MailServerSettings, mailboxStates } from '../../store/mail/mailbox-store.ts';
import type { ActionContext } from '../action-context.ts';
import { Nullable, OneOf } from '../schema.ts';
import { mailSecurities, Ramp, Window } from './mailbox-input.ts';

const dateTime = Type.String({ format: 'date-time' });

const ServerView = Type.Object({
  host: Type.String(),
  port: Type.Integer(),
  security: OneOf(mailSecurities),
  username: Nullable(Type.String()),
  hasPassword: Type.Boolean(),
});

/** A mailbox as every answer shows it; passwords are never shown. */
export const MailboxView = Type.Object({
  id: Type.String(),
  kind: OneOf(['capture', 'smtp'], { description: 'capture: the sandbox, which keeps messages and sends none.' }),
  address: Type.String(),
  displayName: Type.String(),
  replyTo: Nullable(Type.String()),
  signature: Type.String(),
  state: OneOf(mailboxStates),
  smtp: Nullable(ServerView),
  imap: Nullable(ServerView),
  dailyCap: Type.Integer(),
  ramp: Nullable(Ramp),
  window: Nullable(Window),
  capToday: Type.Integer(),
  sentToday: Type.Integer(),
  lastError: Nullable(Type.String()),
  lastErrorAt: Nullable(dateTime),
  lastSentAt: Nullable(dateTime),
  lastReceivedAt: Nullable(dateTime),
  createdAt: dateTime,
  updatedAt: dateTime,
  version: Type.Integer(),
});
export type MailboxView = Static<typeof MailboxView>;

const toServerView = (server: MailServerSettings | null) =>
  server && {
    host: server.host,
    port: server.port,
    security: server.security,
    username: server.username,
    hasPassword: server.secret !== null,
  };

export const toMailboxView = async (mailbox: MailboxRecord, ctx: ActionContext): Promise<MailboxView> => {
  const day = localDay(ctx.now(), ctx.workspace.settings.timeZone);
  return {
    id: mailbox.id,
    kind: mailbox.kind,
    address: mailbox.address,
    displayName: mailbox.displayName,
    replyTo: mailbox.replyTo,
    signature: mailbox.signature,
    state: mailbox.state,
    smtp: toServerView(mailbox.smtp),
    imap: toServerView(mailbox.imap),
    dailyCap: mailbox.dailyCap,
    ramp: mailbox.ramp,
    window: mailbox.window as MailboxView['window'],
    capToday: capOnDay(mailbox, day),
    sentToday: await countSends(mailbox.workspaceId, mailbox.id, day),
    lastError: mailbox.lastError,
    lastErrorAt: mailbox.lastErrorAt?.toISOString() ?? null,
    lastSentAt: mailbox.lastSentAt?.toISOString() ?? null,
    lastReceivedAt: mailbox.lastReceivedAt?.toISOString() ?? null,
    createdAt: mailbox.createdAt.toISOString(),
    updatedAt: mailbox.updatedAt.toISOString(),
    version: mailbox.version,
  };
};
