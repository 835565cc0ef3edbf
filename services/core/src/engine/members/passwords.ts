import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../errors/errors.ts';

/** Cost of new hashes: RFC 9106, second recommended option (64 MiB, three passes). Tests lower it. */
export const passwordCost = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };
/** Each computation takes 64 MiB and a thread for about 60 ms. Limits the concurrency and the queue. */
const parallelMax = 2;
const waitingMax = 60;

let running = 0;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, passwordCost));
}

export function isPasswordRight(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, password));
}

let dummyHash: Promise<string> | undefined;

/** Spends the same time on an unknown user, so that response times do not reveal which accounts exist. */
export async function verifyNobody(password: string): Promise<false> {
  dummyHash ??= hashPassword('nobody has this password');
  await isPasswordRight(await dummyHash, password);
  return false;
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= parallelMax) {
    if (waiting.length >= waitingMax) {
      throw new AppError('unavailable', 'Too many people are signing in at this moment.', { retryAfterSeconds: 5 });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The slot passes to the next in the queue. The count decreases only if the queue is empty.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
