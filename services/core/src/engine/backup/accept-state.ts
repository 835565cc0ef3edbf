import type { BackupRefusal } from '../../domain/backup/refusal.ts';
import type { Config } from '../../settings/config.ts';
import { doubtWhatWasDue, replaySent, replaySuppression } from '../../store/backup/after-restore.ts';
import { beginEpoch } from '../../store/backup/epoch-store.ts';
import { findContact } from '../../store/contacts/contact-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { digestKey } from '../../store/secrets/store-keys.ts';
import { erasePerson } from '../contacts/erase-person.ts';
import { isStoreInFolder, placeOfStore, readFolderMark, writeFolderMark } from './epoch-folder.ts';
import { journalFile } from './journal-file.ts';
import { type JournalContents, journalKeys, RefusalJournal } from './refusal-journal.ts';

interface Context {
  config: Config;
  now: () => Date;
}

export interface BroughtForward {
  /** Messages sent after the restored state, according to the journal. */
  sentMessages: number;
  unconfirmedMessages: number;
  pausedEnrollments: number;
  replayedSuppressions: number;
  replayedErasures: number;
}

/** Allows for clock differences between machines and for entries in progress at the time of the state. */
const overlapMs = 10 * 60_000;

export function entriesSince(moment: Date, journal: readonly BackupRefusal[]): BackupRefusal[] {
  const since = moment.getTime() - overlapMs;
  return journal.filter(({ at }) => Date.parse(at) >= since);
}

/**
 * Replays the opt-outs, erasures, and sent messages since the restored state, and marks messages that were due as
 * unconfirmed.
 */
export async function replaySince(entries: readonly BackupRefusal[], context: Context): Promise<BroughtForward> {
  const replayed = { sentMessages: 0, replayedSuppressions: 0, replayedErasures: 0 };
  for (const entry of entries) {
    if (entry.type === 'sent') replayed.sentMessages += Number(await replaySent(entry, context.now()));
    else if (entry.type === 'suppression') replayed.replayedSuppressions += Number(await replaySuppression(entry));
    else replayed.replayedErasures += Number(await replayErasure(entry, context));
  }
  const { messages: unconfirmedMessages, enrollments: pausedEnrollments } = await doubtWhatWasDue(context.now());
  return { ...replayed, unconfirmedMessages, pausedEnrollments };
}

function replayErasure(
  { workspaceId, contactId }: Extract<BackupRefusal, { type: 'erasure' }>,
  { config, now }: Context,
): Promise<boolean> {
  return inTransaction(async () => {
    const contact = await findContact(workspaceId, contactId);
    if (contact === null) return false;
    await erasePerson(contact, { kept: 'always', reason: 'request' }, { workspaceId, via: 'operator', config, now });
    return true;
  });
}

/** Confirms the current state of the store: store, data folder, and journal get a new epoch. */
export async function confirmState({ config, now }: Context, journals: readonly JournalContents[]): Promise<void> {
  const folder = isStoreInFolder(config) ? await readFolderMark(config.dataDir).catch(() => null) : null;
  const marks = [folder, ...journals.map(({ mark }) => mark)].filter((mark) => mark !== null);
  const next = await beginEpoch(
    marks.map(({ epoch }) => epoch),
    await placeOfStore(config),
  );
  if (isStoreInFolder(config)) await writeFolderMark(config.dataDir, next);
  const keys = journalKeys([digestKey()], config.keyRing.all);
  await new RefusalJournal(journalFile(config), keys).writeMark(next, now());
}
