import type { Actor } from '../../domain/members/actor.ts';
import { counted } from '../../domain/text/counted.ts';
import { digestOf } from '../../domain/values/canonical-json.ts';
import { newId } from '../../domain/values/ids.ts';
import { erasePerson } from '../../engine/contacts/erase-person.ts';
import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { creditsOfInvented, returnInventedCredits } from '../../engine/workspaces/invented-people.ts';
import { carryOutRetention, planRetention } from '../../engine/workspaces/retention.ts';
import { findInactiveContacts } from '../../store/contacts/inactive-contacts-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addAuditEntry } from '../../store/events/audit/audit-store.ts';
import { hasRealMailbox } from '../../store/mailboxes/mailbox-store.ts';
import {
  everyWorkspace,
  findWorkspacesWithRetention,
  type WorkspaceRecord,
} from '../../store/workspaces/workspace-store.ts';
import { type Loop, startLoop } from '../poll-loop.ts';

const restMs = 10 * 60_000;
const dayMs = 86_400_000;
const contactsPerRound = 20;
const directory: Actor = { kind: 'system', id: 'directory', name: 'Directory' };
const actor: Actor = { kind: 'system', id: 'retention', name: 'Retention' };

/** Time since which a contact must be inactive to be erased. */
export function inactiveSince(retentionDays: number, now: Date): Date {
  return new Date(now.getTime() - retentionDays * dayMs);
}

/** Erases a contact that is still inactive. False if it was deleted or has new activity. */
function eraseInactive({ id, settings }: WorkspaceRecord, contactId: string, deps: EngineDeps): Promise<boolean> {
  return inTransaction(async () => {
    const now = deps.now();
    const days = settings.retentionDays!;
    const [contact] = await findInactiveContacts(id, inactiveSince(days, now), { limit: 1, contactId });
    if (contact === undefined) return false;
    const eraser = { workspaceId: id, via: 'worker', config: deps.config, now: deps.now } as const;
    await erasePerson(contact, { kept: 'if_suppressed', reason: 'retention' }, eraser);
    await addAuditEntry({
      workspaceId: id,
      actor,
      via: 'worker',
      action: 'erase_contact',
      effect: 'destroy',
      inputDigest: digestOf({ contactId }),
      requestId: newId('req'),
      result: 'ok',
      summary: `Erased ${contactId} after ${counted(days, 'day')} without activity.`,
      credits: 0,
      subjectIds: [contactId],
      createdAt: now,
    });
    return true;
  });
}

/** Erases some inactive people according to their workspace's settings. Returns false if there were none. */
export async function eraseSome(deps: EngineDeps): Promise<boolean> {
  let count = 0;
  for (const workspace of await findWorkspacesWithRetention()) {
    const since = inactiveSince(workspace.settings.retentionDays!, deps.now());
    for (const { id } of await findInactiveContacts(workspace.id, since, { limit: contactsPerRound })) {
      if (await eraseInactive(workspace, id, deps)) count += 1;
    }
  }
  if (count === 0) return false;
  deps.log.info({ count }, 'contacts erased by retention');
  return true;
}

/** Removes other records older than their workspace's retention period. */
export async function removeOldRecords({ now, log }: EngineDeps): Promise<void> {
  for await (const workspace of everyWorkspace())
    for (const step of await planRetention(workspace, now()))
      log.info({ ...step, removed: await carryOutRetention(step) }, 'removed by retention');
}

/**
 * Returns credits spent on invented people in workspaces with a real mailbox or a provider. Earlier versions sold
 * invented people there, and an operator can add a provider later.
 */
export async function returnInvented({ ports, now, log }: EngineDeps): Promise<void> {
  for await (const { id } of everyWorkspace()) {
    if ((await creditsOfInvented(id)) === 0) continue;
    const providers = await ports.prospects.remoteOf(id);
    if (providers.length === 0 && !(await hasRealMailbox(id))) continue;
    const reason = { operationId: newId('op'), actor: directory, action: 'return_credits' };
    const credits = await inTransaction(() => returnInventedCredits(id, reason, now()));
    log.info({ workspaceId: id, credits }, 'returned credits spent on invented people');
  }
}

export function startRetentionLoop(deps: EngineDeps): Loop {
  const step = async (): Promise<boolean> => {
    if (await eraseSome(deps)) return true;
    await returnInvented(deps);
    await removeOldRecords(deps);
    return false;
  };
  return startLoop({ name: 'retention', idleMs: restMs, log: deps.log, step });
}
