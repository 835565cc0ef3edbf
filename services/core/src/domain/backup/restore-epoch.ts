/** Identity of a state of the store. The counter grows with each addition to the journal. */
export interface EpochMark {
  epoch: string;
  counter: number;
}

/**
 * Location of the data folder that holds the embedded store. `inode` belongs to a file that is created once and never
 * replaced.
 */
export interface FolderPlace {
  path: string;
  inode: number;
}

export interface StoreEpoch extends EpochMark {
  /** Epochs replaced by a confirmed restore, newest first. */
  previous: string[];
  /** Null if the store is not in the data folder, or has not been started there yet. */
  place: FolderPlace | null;
}

/**
 * Epochs recorded outside the store. Null means that the mark is missing; undefined means that the place is not
 * checked.
 */
export interface EpochWitnesses {
  journal: EpochMark | null;
  folder?: { mark: EpochMark | null; place: FolderPlace };
}

/**
 * Returns why the store may be an older or copied state of an installation that continued elsewhere, or null. A store
 * ahead of its witnesses is fine: a killed process had not written them yet, or the journal is new.
 */
export function doubtAbout(store: StoreEpoch, { journal, folder }: EpochWitnesses): string | null {
  if (folder !== undefined) {
    const { mark, place } = folder;
    // The store was just moved here and has never been in a folder.
    if (store.place === null) return journal && doubtAboutMark(store, journal, 'the journal');
    if (store.place.path !== place.path || store.place.inode !== place.inode)
      return `the data folder was copied, moved, or restored: it was ${store.place.path}`;
    if (mark === null && store.counter > 0) return 'the store was put into another data folder';
    const doubt = mark && doubtAboutMark(store, mark, 'the data folder');
    if (doubt) return doubt;
  }
  return journal && doubtAboutMark(store, journal, 'the journal');
}

function doubtAboutMark(store: StoreEpoch, mark: EpochMark, witness: string): string | null {
  if (mark.epoch === store.epoch)
    return mark.counter > store.counter ? `the store is older than ${witness}: it was restored` : null;
  return store.previous.includes(mark.epoch) ? null : `the store and ${witness} belong to different states`;
}

/**
 * True if the store is older than when this process last saw it, for example after a restore under running processes.
 */
export function hasGoneBack(seen: EpochMark, found: StoreEpoch | null): boolean {
  if (found === null) return true;
  if (found.epoch === seen.epoch) return found.counter < seen.counter;
  return !found.previous.includes(seen.epoch);
}
