import { type Static, Type } from 'typebox';
import { mailProviders } from '../../domain/mailboxes/mail-providers.ts';
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
  host: Type.String({ description: 'Name or address of the server.' }),
  port: Type.Integer({ description: 'TCP port.' }),
  security: OneOf(mailSecurities, { description: 'How the connection is secured.' }),
  username: Nullable(Type.String({ description: 'Name to sign in with.' })),
  hasPassword: Type.Boolean({ description: 'Whether a password is stored.' }),
});

const SignInView = Type.Object({
  provider: OneOf(mailProviders, { description: 'Whose account it is.' }),
  connectedAt: Described(dateTime, 'When a person gave consent.'),
  withdrawnAt: Nullable(
    Described(dateTime, 'Since when the provider gives no access; connect again in the application.'),
  ),
});

/** Mailbox as returned by the API, without passwords. */
export const MailboxView = Named(
  'Mailbox',
  Type.Object({
    id: Type.String({ description: 'mbx_….' }),
    kind: OneOf(['capture', 'smtp'], { description: 'capture: the sandbox, which keeps messages and sends none.' }),
    address: Type.String({ description: 'Sender’s address.' }),
    displayName: Type.String({ description: 'Sender’s name.' }),
    replyTo: Nullable(Type.String({ description: 'Where answers go, when not to the address.' })),
    signature: Type.String({ description: 'Added to each message.' }),
    state: OneOf(mailboxStates, { description: 'active, paused or failing.' }),
    smtp: Nullable(Described(ServerView, 'Where messages go out; null for the sandbox.')),
    imap: Nullable(Described(ServerView, 'Where replies are read; null when not configured.')),
    signIn: Nullable(Described(SignInView, 'Signing in with the provider; null: with passwords.')),
    dailyCap: Type.Integer({ description: 'Messages a day, at most.' }),
    ramp: Nullable(Described(Ramp, 'Slow start of a new mailbox.')),
    window: Nullable(Described(Window, 'Sending hours; null: those of the campaign or workspace.')),
    gapSeconds: Described(Gap, 'Pause between one campaign message and the next.'),
    capToday: Type.Integer({ description: 'What the ramp allows today.' }),
    sentToday: Type.Integer({ description: 'Sent today, in the workspace’s time zone.' }),
    lastError: Nullable(Foreign(Type.String({ description: 'What went wrong last.' }))),
    lastErrorAt: Nullable(Described(dateTime, 'When it went wrong.')),
    lastSentAt: Nullable(Described(dateTime, 'Last message sent.')),
    lastReceivedAt: Nullable(Described(dateTime, 'Last message received.')),
    createdAt: Described(dateTime, 'When it was connected.'),
    updatedAt: Described(dateTime, 'When it last changed.'),
    version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
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
  return viewOf(MailboxView, mailbox, {
    smtp: toServerView(mailbox.smtp),
    imap: toServerView(mailbox.imap),
    signIn: mailbox.signIn && viewOf(SignInView, mailbox.signIn, {}),
    window: mailbox.window as MailboxView['window'],
    gapSeconds: gapOf(mailbox),
    capToday: allowanceOn(mailbox, day, sentOn),
    sentToday: sentOn(day),
  });
}
