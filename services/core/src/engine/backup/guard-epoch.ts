import { doubtAbout, type EpochMark, hasGoneBack, type StoreEpoch } from '../../domain/backup/restore-epoch.ts';
import type { Config } from '../../settings/config.ts';
import { adoptPlace, advanceEpoch, ensureEpoch, findEpoch } from '../../store/backup/epoch-store.ts';
import { digestKey } from '../../store/secrets/store-keys.ts';
import { installation, stopSending } from '../../store/sending/sending-stop-store.ts';
import type { EngineDeps } from '../context/engine-deps.ts';
import { isStoreInFolder, placeOfStore, readFolderMark, writeFolderMark } from './epoch-folder.ts';
import { journalFile } from './journal-file.ts';
import { journalKeys, readJournal } from './refusal-journal.ts';

export const guardActor = { kind: 'system', id: 'restore-guard', name: 'Restore guard' } as const;
const whatToDo =
  'Run "outbound restored --from TIME --journal FILE" with the time of the restored state, or, if you moved or copied the folder on purpose and nothing else uses it, "outbound restored --from now".';

/**
 * Compares the store with the data folder and the journal before anything is sent. A store that was reset to an earlier
 * state has lost opt-outs and sent messages. Sending stops until an operator confirms the time of that state.
 */
export class EpochGuard {
  readonly #deps: Pick<EngineDeps, 'config' | 'now' | 'log'>;
  #seen: EpochMark | undefined;
  #doubt: string | null = null;

  constructor(deps: Pick<EngineDeps, 'config' | 'now' | 'log'>) {
    this.#deps = deps;
  }

  /** Runs before the first message of this process. Returns the reason for doubt, or null. */
  async begin(): Promise<string | null> {
    const { config } = this.#deps;
    const place = await placeOfStore(config);
    const store = await ensureEpoch(place);
    const folder = place === null ? undefined : { mark: await readFolderMark(config.dataDir), place };
    const doubt = doubtAbout(store, { journal: await markOfJournal(config), folder });
    if (doubt === null && place !== null) {
      await adoptPlace(place);
      await writeFolderMark(config.dataDir, store);
    }
    this.#seen = store;
    await this.#stopFor(doubt);
    return doubt;
  }

  /** Runs repeatedly, because a restore can happen while processes are running. */
  async check(): Promise<StoreEpoch | null> {
    const found = await findEpoch();
    if (this.#seen === undefined) return null;
    if (hasGoneBack(this.#seen, found)) {
      await this.#stopFor('the store was replaced by another state while this part ran');
      return null;
    }
    // An operator has since confirmed the state.
    if (found!.epoch !== this.#seen.epoch) this.#doubt = null;
    this.#seen = found!;
    return this.#doubt === null ? found : null;
  }

  /** Counts a journal addition in the store and in the data folder. Undefined while the state is in doubt. */
  async advance(): Promise<EpochMark | undefined> {
    const now = await this.check();
    const next = now && (await advanceEpoch(now));
    if (!next) return undefined;
    if (isStoreInFolder(this.#deps.config)) await writeFolderMark(this.#deps.config.dataDir, next);
    this.#seen = next;
    return next;
  }

  async #stopFor(doubt: string | null): Promise<void> {
    this.#doubt = doubt;
    if (doubt === null) return;
    const note = `Sending is stopped because ${doubt}. ${whatToDo}`;
    const stoppedAt = this.#deps.now();
    await stopSending(installation, { reason: 'restore', note, stoppedBy: guardActor, stoppedAt });
    this.#deps.log.error({ doubt }, note);
  }
}

/** Last mark of the journal. Null if the journal is missing or belongs to no epoch. */
async function markOfJournal(config: Config): Promise<EpochMark | null> {
  const keys = journalKeys([digestKey()], config.keyRing.all);
  // A journal that cannot be decrypted belongs to another store and is started again.
  return readJournal(journalFile(config), keys).then(
    ({ mark }) => mark,
    () => null,
  );
}
