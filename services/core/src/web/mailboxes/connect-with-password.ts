import { connectMailbox } from '../../actions/mailboxes/connect-mailbox.ts';
import { mailSecurities, type ServerInput, toServerSettings } from '../../actions/mailboxes/mailbox-input.ts';
import { sendTestMail } from '../../actions/mailboxes/send-test-mail.ts';
import { localDay } from '../../domain/sending/send-window.ts';
import { AppError } from '../../errors/errors.ts';
import { sayNext } from '../chain/flash.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { refusalOf } from '../do/form-page.ts';
import { performAction } from '../do/perform-action.ts';
import { emptyForm, formStateAfter } from '../forms/form-state.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { forPeople } from '../shown/words.ts';
import { showConnect, type TestLine } from './connect-page.ts';

/** Warm-up of a new mailbox, unless the person switches it off. */
const [startPerDay, increasePerDay] = [5, 3];

/** Signs in to both servers, reads the folders, and only then stores the mailbox and sends it a test email. */
export async function connectWithPassword(ctx: WebContext, deps: WebDeps): Promise<void> {
  const values = Object.fromEntries(formIn(ctx)) as Record<string, string>;
  const { mailPassword: _password, ...shown } = values;
  try {
    const [smtp, imap] = [serverIn(ctx, 'smtp'), serverIn(ctx, 'imap')];
    if (smtp === undefined) {
      throw new AppError('validation_failed', 'Enter the server that sends the email.', { field: 'smtpHost' });
    }
    const lines = await testOf(ctx, deps, { smtp, imap });
    if (lines.some(({ problem }) => problem !== null)) {
      ctx.status = 422;
      return await showConnect(ctx, deps, { form: emptyForm(shown), lines });
    }
    const { workspace } = memberIn(ctx);
    const startedOn = localDay(deps.now(), workspace.settings.timeZone);
    const { data, summary } = await performAction(ctx, deps, connectMailbox, {
      address: fieldIn(ctx, 'address'),
      smtp,
      ...(imap && { imap }),
      ...(fieldIn(ctx, 'warmsUp') === 'true' && { ramp: { startPerDay, increasePerDay, startedOn } }),
    });
    sayNext(ctx, deps, `${forPeople(summary)} ${await sendTest(ctx, deps, String(data.id))}`);
    ctx.redirect(`/app/mailboxes/${data.id}`);
  } catch (error) {
    const { errors, problem } = refusalOf(error);
    ctx.status = 422;
    const form = { ...formStateAfter(formIn(ctx), error), values: shown, errors };
    await showConnect(ctx, deps, { form, problem });
  }
}

function serverIn(ctx: WebContext, protocol: 'smtp' | 'imap'): ServerInput | undefined {
  const host = fieldIn(ctx, `${protocol}Host`).trim();
  if (host === '') return undefined;
  const port = Number(fieldIn(ctx, `${protocol}Port`));
  if (!Number.isInteger(port) || port < 1) {
    throw new AppError('validation_failed', 'Enter the port as a number.', { field: `${protocol}Port` });
  }
  const [username, password] = [fieldIn(ctx, 'username').trim(), fieldIn(ctx, 'mailPassword')];
  const security = mailSecurities.find((one) => one === fieldIn(ctx, `${protocol}Security`)) ?? 'tls';
  return { host, port, security, ...(username && { username }), ...(password && { password }) };
}

/** One line per server. A server for reading can be missing. */
async function testOf(
  ctx: WebContext,
  { config, ports }: WebDeps,
  { smtp, imap }: { smtp: ServerInput; imap?: ServerInput },
): Promise<TestLine[]> {
  const workspaceId = memberIn(ctx).workspace.id;
  const account = { workspaceId, id: '', signIn: null };
  const sending = await toServerSettings('smtp', smtp, null, { config, workspaceId });
  const reading = imap && (await toServerSettings('imap', imap, null, { config, workspaceId }));
  const [sent, read] = await Promise.all([
    ports.mail.checkSmtp(account, sending),
    reading && ports.mail.checkImap(account, reading),
  ]);
  return [
    { text: `Signed in to ${smtp.host} to send`, problem: sent },
    ...(imap ? [{ text: `Signed in to ${imap.host} to read replies`, problem: read ?? null }] : []),
  ];
}

/** The test email shows whether SPF, DKIM, and DMARC pass. The mailbox stays connected without it. */
async function sendTest(ctx: WebContext, deps: WebDeps, mailboxId: string): Promise<string> {
  try {
    await performAction(ctx, deps, sendTestMail, { mailboxId });
    return 'A test email is on its way to it.';
  } catch (error) {
    return refusalOf(error).problem ?? '';
  }
}
