import { type Static, Type } from 'typebox';
import { normalizeEmail } from '../../domain/contacts/email-address.ts';
import { isTimeZone, opensBeforeItCloses, weekdays } from '../../domain/sending/send-window.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError } from '../../errors/errors.ts';
import { ClockTime, ClosingTime, Named, OneOf, Secret, Text } from '../../schema/schema.ts';
import { seal } from '../../secrets/secret-box.ts';
import type { MailServerSettings } from '../../store/mailboxes/mailbox-store.ts';
import { checkMailHost } from '../../transport/mail-host-guard.ts';

export const mailSecurities = ['tls', 'starttls', 'none'] as const;

export const Window = Named(
  'MailboxWindow',
  Type.Object(
    {
      days: Type.Array(OneOf(weekdays), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: 'Days on which messages may be sent.',
      }),
      from: ClockTime('Start, HH:MM.'),
      to: ClosingTime('End, HH:MM. 24:00 (or 00:00) is the end of the day.'),
      timeZone: Type.String({ maxLength: 64, description: 'IANA time zone, such as Europe/Berlin.' }),
    },
    { additionalProperties: false, description: 'Sending window of this mailbox, in its own time zone.' },
  ),
);

export const Ramp = Named(
  'MailboxRamp',
  Type.Object(
    {
      startPerDay: Type.Integer({ minimum: 1, maximum: 2_000, description: 'Messages on the first day.' }),
      increasePerDay: Type.Integer({
        minimum: 0,
        maximum: 500,
        description: 'Increase per day, up to the daily limit.',
      }),
      startedOn: Type.String({ format: 'date', description: 'First day of the ramp.' }),
    },
    {
      additionalProperties: false,
      description: 'Warm-up of a new mailbox: starts with few messages per day and increases daily.',
    },
  ),
);

const gapSecondsMax = 86_400;

export const Gap = Type.Object(
  {
    min: Type.Integer({ minimum: 0, maximum: gapSecondsMax, description: 'Minimum seconds.' }),
    max: Type.Integer({
      minimum: 0,
      maximum: gapSecondsMax,
      description: 'Maximum seconds. It grows to spread messages over the day.',
    }),
  },
  {
    additionalProperties: false,
    description: 'Gap between campaign messages, redrawn each time. 0 and 0: no gap. Default: 60 to 240.',
  },
);

/** Reason why a person must decide about a signature or a Reply-To, which recipients see. */
export function changedSender({ signature, replyTo }: { signature?: string; replyTo?: string | null }) {
  if (replyTo) return `It sends the replies of recipients to ${replyTo}.`;
  if (replyTo === null) return 'It removes the Reply-To address of your emails.';
  return signature === undefined ? undefined : 'It changes the signature of your emails.';
}

export function checkGap(gap: Static<typeof Gap> | undefined): void {
  if (gap === undefined || gap.min <= gap.max) return;
  throw new AppError('validation_failed', 'gapSeconds.min must not exceed gapSeconds.max.', {
    field: 'gapSeconds.min',
  });
}

export function Server(description: string) {
  return Named(
    'MailServer',
    Type.Object(
      {
        host: Text(253, 'Host name.'),
        port: Type.Integer({ minimum: 1, maximum: 65_535, description: '465 or 587 for SMTP, 993 or 143 for IMAP.' }),
        security: OneOf(mailSecurities, { description: 'tls (465, 993), starttls (587, 143) or none.' }),
        username: Type.Optional(Text(254, 'Sign-in name. Omit it if the server needs none.')),
        password: Type.Optional(Secret(1_000, 'Stored encrypted and never shown again.')),
      },
      { additionalProperties: false, description },
    ),
  );
}
export type ServerInput = Static<ReturnType<typeof Server>>;

export const mailboxProperties = {
  displayName: Type.Optional(Text(100, "Name that recipients see. Default: the workspace's sender name.")),
  replyTo: Type.Optional(Text(254, 'Different email address for replies.')),
  signature: Type.Optional(Text(2_000, 'Plain text below every message.', { minLength: 0 })),
  dailyCap: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000, description: 'Maximum messages per day.' })),
  ramp: Type.Optional(Ramp),
  gapSeconds: Type.Optional(Gap),
  window: Type.Optional(Window),
};

/** Settings with the password encrypted for this workspace. Rejects hosts that we must not connect to. */
export async function toServerSettings(
  field: 'smtp' | 'imap',
  input: ServerInput,
  kept: MailServerSettings | null,
  ctx: Pick<ActionContext, 'config' | 'workspaceId'>,
): Promise<MailServerSettings> {
  await checkMailHost(input.host, input.port, ctx.config).catch((error: AppError) => {
    throw new AppError(error.code, error.message, { ...error.options, field: `${field}.${error.options.field}` });
  });
  const isSameLogin = kept?.host === input.host && kept.username === (input.username ?? null);
  const secret = input.password === undefined ? null : seal(ctx.config.keyRing, ctx.workspaceId, input.password);
  return {
    host: input.host,
    port: input.port,
    security: input.security,
    username: input.username ?? null,
    // Keep the password only if server and username are unchanged, so that it reaches no other host.
    secret: secret ?? (isSameLogin ? kept.secret : null),
  };
}

export function readAddress(field: string, value: string): string {
  const address = normalizeEmail(value);
  if (address !== undefined) return address;
  throw new AppError('validation_failed', `${value} is not an email address.`, { field });
}

export function checkSendWindow(window: Static<typeof Window> | undefined): void {
  if (window === undefined) return;
  if (!isTimeZone(window.timeZone)) {
    throw new AppError('validation_failed', `${window.timeZone} is not an IANA time zone.`, {
      field: 'window.timeZone',
    });
  }
  if (!opensBeforeItCloses(window)) {
    throw new AppError('validation_failed', 'The window must open before it closes.', { field: 'window.to' });
  }
}
