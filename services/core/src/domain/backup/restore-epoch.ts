/** Identity of a state of the store. Its counter grows with each addition to the journal. */
export interface EpochMark {
  epoch: string;
  counter: number;
}

/** Location of the data folder that holds the embedded store. `inode` is that of a file made once and never replaced. */
export interface FolderPlace {
  path: string;
  inode: number;
}

export interface StoreEpoch extends EpochMark {
  /** Epochs that a confirmed restore has replaced, newest first. */
  previous: string[];
  /** Null where the store is not in the data folder, or has not been started there yet. */
  place: FolderPlace | null;
}

/** What the other places say. A null mark is absent; an undefined place is not asked about. */
export interface EpochWitnesses {
  journal: EpochMark | null;
  folder?: { mark: EpochMark | null; place: FolderPlace };
}

/**
 * Says why the store may be an older or a copied state of an installation that has gone on elsewhere; null when it is not.
 * A store that is ahead of its witnesses is well: a part that was killed had not written them yet, or the journal is new.
 */
export function doubtAbout(store: StoreEpoch, { journal, folder }: EpochWitnesses): string | null {
  if (folder !== undefined) {
    const { mark, place } = folder;
    // A store that a move has just brought here: it has never been in a folder.
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

/** True when the store went back since this process last saw it, for example by a restore under running parts. */
export function hasGoneBack(seen: EpochMark, found: StoreEpoch | null): boolean {
  if (found === null) return true;
  if (found.epoch === seen.epoch) return found.counter < seen.counter;
  return !found.previous.includes(seen.epoch);
}
