import { randomUUID } from 'node:crypto';
import { guardActor } from '../../engine/backup/guard-epoch.ts';
import { auditPerson } from '../../engine/members/audit-person.ts';
import { notFound } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import {
  findSendingStop,
  installation,
  listSendingStops,
  resumeSending,
  stopSending,
} from '../../store/sending/sending-stop-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { type Command, operatorActor as operator, UsageError } from '../command.ts';

const workspace = { value: '<id>', description: 'one workspace (wsp_…) instead of the whole installation' };

async function scopeOf(workspaceId: string | undefined): Promise<{ scope: string; label: string }> {
  if (workspaceId === undefined) return { scope: installation, label: 'the installation' };
  const found = await findWorkspace(workspaceId);
  if (found === null) throw notFound('workspace', workspaceId);
  return { scope: workspaceId, label: found.name };
}

/** Adds an audit entry to the workspace. Installation-wide changes have no workspace log. */
async function audit(scope: string, action: string, summary: string, now: Date): Promise<void> {
  if (scope === installation) return;
  const act = { actor: operator, via: 'operator', requestId: `req_${randomUUID()}`, effect: 'write' } as const;
  await auditPerson(scope, { ...act, action, summary, subjectIds: [scope] }, now);
}

export const stopSendingCommand: Command = {
  name: 'sending stop',
  summary: 'Stop all sending, of the installation or of one workspace, within two seconds.',
  options: { workspace, note: { value: '<text>', description: 'why, for those who find it stopped' } },
  async run({ workspace: workspaceId, note = '' }, { now }) {
    const { scope, label } = await scopeOf(workspaceId);
    const stop = await inTransaction(async () => {
      await audit(scope, 'stop_sending', 'Stopped all sending of the workspace.', now());
      return stopSending(scope, { reason: 'operator', note, stoppedBy: operator, stoppedAt: now() });
    });
    const text = `All sending of ${label} is stopped. What is due stays queued.`;
    return { text, data: { scope, stoppedAt: stop.stoppedAt.toISOString(), reason: stop.reason, note: stop.note } };
  },
};

export const resumeSendingCommand: Command = {
  name: 'sending resume',
  summary: 'Resume sending after a stop or a restore.',
  options: {
    workspace,
    'without-journal': { description: 'after a restore: opt-outs and sent messages since then stay unknown' },
  },
  async run({ workspace: workspaceId, 'without-journal': withoutJournal }, { now }) {
    const { scope, label } = await scopeOf(workspaceId);
    await requireKnownState(scope, withoutJournal !== undefined);
    const wasStopped = await inTransaction(async () => {
      const isResumed = await resumeSending(scope);
      if (isResumed) await audit(scope, 'resume_sending', 'Resumed sending.', now());
      return isResumed;
    });
    const others = (await listSendingStops()).length;
    const rest = others === 0 ? '' : ` Stops still in force: ${others} (outbound sending status).`;
    const text = `${wasStopped ? `Sending of ${label} goes on.` : `Sending of ${label} was not stopped.`}${rest}`;
    return { text, data: { scope, wasStopped, stopsInForce: others } };
  },
};

/** Rejects a plain resume after a restore with unknown opt-outs and sent messages. */
async function requireKnownState(scope: string, isWithoutJournal: boolean): Promise<void> {
  const stop = await findSendingStop(scope);
  if (stop?.stoppedBy.id === guardActor.id) throw new UsageError(stop.note);
  if (stop?.isJournalMissing && !isWithoutJournal)
    throw new UsageError(
      `${stop.note} Opt-outs and messages sent since then are unknown: there was no journal for that time. Run "outbound ` +
        'restored --from TIME --journal FILE" with the journal, or accept that with --without-journal.',
    );
}

export const sendingStatusCommand: Command = {
  name: 'sending status',
  summary: 'Show every stop in force.',
  options: {},
  async run() {
    const stops = await listSendingStops();
    const line = ({ id, reason, stoppedAt, stoppedBy, note }: (typeof stops)[number]): string =>
      `${id}  since ${stoppedAt.toISOString()}  ${reason} (${stoppedBy.name})${note === '' ? '' : `: ${note}`}`;
    const text = stops.length === 0 ? 'Sending is running.' : stops.map(line).join('\n');
    return { text, data: { state: stops.length === 0 ? 'running' : 'stopped', stops } };
  },
};
