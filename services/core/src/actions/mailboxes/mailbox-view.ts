import { type Static, Type } from 'typebox';
import { mailProviders } from '../../domain/mailboxes/mail-providers.ts';
import { readLagSeconds } from '../../domain/mailboxes/reading.ts';
import { allowanceOn, daysBefore } from '../../domain/sending/mailboxes/warm-up.ts';
import { localDay } from '../../domain/sending/send-window.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { gapOf } from '../../engine/sending/turn-facts.ts';
import { Foreign } from '../../schema/foreign.ts';
import { Described, Named, Nullable, OneOf } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { type MailboxRecord, type MailServerSettings, mailboxStates } from '../../store/mailboxes/mailbox-store.ts';
import { countAllSends } from '../../store/sending/send-counter-store.ts';
import { Gap, mailSecurities, Ramp, Window } from './mailbox-input.ts';

const dateTime = Type.String({ format: 'date-time' });

const ServerView = Type.Object({
  host: Type.String({ description: 'Host name or IP address of the server.' }),
  port: Type.Integer({ description: 'TCP port.' }),
  security: OneOf(mailSecurities, { description: 'Connection security.' }),
  username: Nullable(Type.String({ description: 'Sign-in name.' })),
  hasPassword: Type.Boolean({ description: 'True if a password is stored.' }),
});

const SignInView = Type.Object({
  provider: OneOf(mailProviders, { description: 'Account of the provider.' }),
  connectedAt: Described(dateTime, 'Time at which a person granted access.'),
  withdrawnAt: Nullable(
    Described(dateTime, 'Time since which the provider denies access. Connect the mailbox again in the application.'),
  ),
});

/** Mailbox as returned by the API, without passwords. */
export const MailboxView = Named(
  'Mailbox',
  Type.Object({
    id: Type.String({ description: 'mbx_….' }),
    kind: OneOf(['capture', 'smtp'], { description: 'capture: the sandbox, which keeps messages and sends none.' }),
    address: Type.String({ description: 'Email address of the sender.' }),
    displayName: Type.String({ description: 'Name of the sender.' }),
    replyTo: Nullable(Type.String({ description: 'Email address for replies, if different.' })),
    signature: Type.String({ description: 'Added to every message.' }),
    state: OneOf(mailboxStates, { description: 'active, paused or failing.' }),
    smtp: Nullable(Described(ServerView, 'Server for sending. Null for the sandbox.')),
    imap: Nullable(Described(ServerView, 'Server for reading replies. Null if not configured.')),
    signIn: Nullable(Described(SignInView, 'Sign-in with the provider. Null: with passwords.')),
    dailyCap: Type.Integer({ description: 'Maximum messages per day.' }),
    ramp: Nullable(Described(Ramp, 'Warm-up of a new mailbox.')),
    window: Nullable(Described(Window, 'Sending window. Null: that of the campaign or workspace.')),
    gapSeconds: Described(Gap, 'Gap between campaign messages.'),
    capToday: Type.Integer({ description: 'Limit of the ramp today.' }),
    sentToday: Type.Integer({ description: "Messages sent today, in the workspace's time zone." }),
    lastError: Nullable(Foreign(Type.String({ description: 'Last error.' }))),
    lastErrorAt: Nullable(Described(dateTime, 'Time of the last error.')),
    lastSentAt: Nullable(Described(dateTime, 'Time of the last sent message.')),
    lastReceivedAt: Nullable(Described(dateTime, 'Time of the last received message.')),
    lastReadAt: Nullable(Described(dateTime, 'Time at which the mailbox was last read.')),
    readLagSeconds: Nullable(Type.Integer({ description: 'Seconds since then. Null without IMAP.' })),
    unreadCount: Type.Integer({ description: 'Messages found that are not processed yet.' }),
    createdAt: Described(dateTime, 'Time of the connection.'),
    updatedAt: Described(dateTime, 'Time of the last change.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);
export type MailboxView = Static<typeof MailboxView>;

function toServerView(server: MailServerSettings | null) {
  return server && viewOf(ServerView, server, { hasPassword: server.secret !== null });
}

export async function toMailboxView(mailbox: MailboxRecord, ctx: ActionContext): Promise<MailboxView> {
  const day = localDay(ctx.now(), ctx.workspace.settings.timeZone);
  const days = [day, ...daysBefore(day)].map((each) => ({ subjectId: mailbox.id, day: each }));
  const counted = await countAllSends(mailbox.workspaceId, days);
  const sentOn = (each: string) => counted(mailbox.id, each);
  const counts = { capToday: allowanceOn(mailbox, day, sentOn), sentToday: sentOn(day) };
  const reading = { readLagSeconds: readLagSeconds(mailbox, ctx.now()) };
  return viewOf(MailboxView, mailbox, { ...storedMembers(mailbox), ...counts, ...reading });
}

function storedMembers(mailbox: MailboxRecord) {
  return {
    smtp: toServerView(mailbox.smtp),
    imap: toServerView(mailbox.imap),
    signIn: mailbox.signIn && viewOf(SignInView, mailbox.signIn, {}),
    window: mailbox.window as MailboxView['window'],
    gapSeconds: gapOf(mailbox),
  };
}

type Figures = 'capToday' | 'sentToday' | 'lastReadAt' | 'readLagSeconds' | 'unreadCount';

/** Without the figures of today and of the reader. */
export function toStoredMailboxView(mailbox: MailboxRecord): Omit<MailboxView, Figures> {
  const none = { capToday: 0, sentToday: 0, readLagSeconds: null };
  const {
    capToday: _cap,
    sentToday: _sent,
    lastReadAt: _read,
    readLagSeconds: _lag,
    unreadCount: _unread,
    ...view
  } = viewOf(MailboxView, mailbox, {
    ...storedMembers(mailbox),
    ...none,
  });
  return view;
}
