import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreWatch } from '@outbound/node-service/store/store-watch';
import { AppError } from '../../errors/errors.ts';

interface Wish {
  isGivenUp: boolean;
}

const wishes = new AsyncLocalStorage<Wish>();

/** Fails work on a store that hangs or is down. Slow work on a healthy store continues. */
export class GuardingStoreWatch extends StoreWatch {
  /**
   * Runs the work, and fails with `unavailable` as soon as the store hangs. The rest of the work then starts no further
   * commit.
   */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.isHanging) throw unavailable();
    const wish: Wish = { isGivenUp: false };
    let giveUp = () => {};
    const hanging = new Promise<never>((_resolve, reject) => {
      giveUp = () => {
        wish.isGivenUp = true;
        reject(unavailable());
      };
    });
    const forget = this.onHang(giveUp);
    try {
      return await Promise.race([wishes.run(wish, work), hanging]);
    } finally {
      forget();
    }
  }
}

function unavailable(): AppError {
  return new AppError(
    'unavailable',
    'The store does not respond. Repeat the request with the same Idempotency-Key; without one, look first whether it was carried out.',
    { retryAfterSeconds: 2 },
  );
}

/** Call before a commit: the caller may already have received an error. */
export function requireStillWanted(): void {
  if (!stillWanted()()) throw unavailable();
}

/** Same check for a commit made elsewhere on behalf of the current caller. */
export function stillWanted(): () => boolean {
  const wish = wishes.getStore();
  return () => wish?.isGivenUp !== true;
}
