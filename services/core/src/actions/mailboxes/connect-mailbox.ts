import { Type } from 'typebox';
import { creditsOfInvented, returnedInWords, returnInventedCredits } from '../../engine/workspaces/invented-people.ts';
import { AppError } from '../../errors/errors.ts';
import { Input, Text } from '../../schema/schema.ts';
import {
  findMailboxByAddress,
  insertMailbox,
  listMailboxes,
  mailboxesMax,
} from '../../store/mailboxes/mailbox-store.ts';
import { resetClock } from '../../store/workspaces/workspace-clock-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import {
  changedSender,
  checkGap,
  checkSendWindow,
  mailboxProperties,
  readAddress,
  Server,
  toServerSettings,
} from './mailbox-input.ts';
import { MailboxView, toMailboxView } from './mailbox-view.ts';

const dailyCapDefault = 50;
const withoutReading =
  'Without IMAP, replies and bounces go unheard: this mailbox sends first messages only, and follow-ups wait.';

export const connectMailbox = defineWrite({
  name: 'connect_mailbox',
  title: 'Connect a mailbox',
  summary: 'Connect an email account for sending and for reading replies.',
  description:
    'Connects an email account: SMTP to send, IMAP to read replies and bounces (without IMAP, only first ' +
    'messages are sent). Passwords are stored encrypted. Afterwards, use test_mailbox, and check_domain_health for SPF, ' +
    'DKIM, and DMARC. Start a new account with a ramp. Until a mailbox is connected, campaigns use the ' +
    'sandbox mailbox, which sends nothing. The first one ends the built-in directory of invented people and ' +
    'returns the credits spent on them.',
  method: 'post',
  path: '/mailboxes',
  scope: 'mailboxes:write',
  effect: 'write',
  mayNeedPerson: true,
  personPage: '/app/mailboxes/connect',
  input: Input({
    address: Text(254, 'Email address to send from.', { minLength: 3 }),
    smtp: Server('Server for sending.'),
    imap: Type.Optional(Server('Server for reading replies. Without it, the mailbox sends first messages only.')),
    ...mailboxProperties,
  }),
  output: MailboxView,
  statuses: [201],
  errors: ['already_exists', 'limit_reached', 'validation_failed'],

  async plan(input, ctx) {
    const address = readAddress('address', input.address);
    const replyTo = input.replyTo === undefined ? null : readAddress('replyTo', input.replyTo);
    checkSendWindow(input.window);
    checkGap(input.gapSeconds);
    const existing = await findMailboxByAddress(ctx.workspaceId, address);
    if (existing) {
      throw new AppError('already_exists', `${address} is already connected (${existing.id}).`, {
        existingId: existing.id,
      });
    }
    if ((await listMailboxes(ctx.workspaceId)).length >= mailboxesMax) {
      throw new AppError('limit_reached', `A workspace can have ${mailboxesMax} mailboxes.`);
    }
    const smtp = await toServerSettings('smtp', input.smtp, null, ctx);
    const imap = input.imap === undefined ? null : await toServerSettings('imap', input.imap, null, ctx);
    const {
      displayName = '',
      signature = '',
      dailyCap = dailyCapDefault,
      ramp = null,
      window = null,
      gapSeconds = null,
    } = input;
    const shown = { address, smtp: `${smtp.host}:${smtp.port}`, imap: imap && `${imap.host}:${imap.port}`, dailyCap };
    return {
      summary: `Would connect the mailbox ${address}${returnedInWords('return', await creditsOfInvented(ctx.workspaceId))}.`,
      effects: [{ op: 'create', type: 'mailbox', label: address, changes: shown }],
      skipped: [],
      needsPerson: changedSender({ signature: signature || undefined, replyTo: replyTo ?? undefined }),
      warnings: imap === null ? [withoutReading] : [],
      state: {
        kind: 'smtp' as const,
        address,
        replyTo,
        smtp,
        imap,
        displayName,
        signature,
        dailyCap,
        ramp,
        window,
        gapSeconds,
      },
    };
  },

  async run(_input, { state }, ctx) {
    const mailbox = await insertMailbox(ctx.workspaceId, state, ctx.now());
    await resetClock(ctx.workspaceId);
    const { operationId, actor, now } = ctx;
    const reason = { operationId, actor, action: 'connect_mailbox', subjectIds: [mailbox.id] };
    const credits = await returnInventedCredits(ctx.workspaceId, reason, now());
    return {
      status: 201,
      data: await toMailboxView(mailbox, ctx),
      summary: `Connected the mailbox ${mailbox.address}${returnedInWords('returned', credits)}.`,
    };
  },
});
