import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';

/** Interval for polling the store's copy progress, in milliseconds. */
const pollMs = 200;
const commandNotFound = 59;
const conflictingOperation = 117;
/** Maximum time that a backup waits for another one of the same store, and the polling interval, in milliseconds. */
const otherWaitMs = 10 * 60_000;
const otherPollMs = 1_000;

/** Point-in-time copy of the embedded store, on its own server. */
export interface StoreCopy {
  client: mongoose.mongo.MongoClient;
  at: Date;
  end(): Promise<void>;
}

export interface CopyProgress {
  copiedMegabytes: number;
  totalMegabytes: number;
}

interface CopyStatus extends CopyProgress {
  state: 'copying' | 'serving';
  at: Date;
  uri?: string;
}

/**
 * Makes the embedded store copy itself while it serves (commands beginBackup, backupStatus, endBackup). Undefined for
 * other stores, which do not know these commands.
 */
export async function beginStoreCopy(
  onCopy: (progress: CopyProgress) => void = () => {},
): Promise<StoreCopy | undefined> {
  const admin = mongoose.connection.getClient().db('admin');
  const ask = async (command: string) => (await admin.command({ [command]: 1 })) as unknown as CopyStatus;
  let status = await begin(ask);
  if (status === undefined) return undefined;
  const endCopy = async () => void (await admin.command({ endBackup: 1 }));
  try {
    while (status.uri === undefined) {
      onCopy(status);
      await pause(pollMs);
      status = await ask('backupStatus');
    }
    const client = await mongoose.mongo.MongoClient.connect(status.uri);
    const end = async () => {
      await client.close();
      await endCopy();
    };
    return { client, at: status.at, end };
  } catch (error) {
    await endCopy().catch(() => {});
    throw error;
  }
}

/** Retries until another backup has ended. */
async function begin(ask: (command: string) => Promise<CopyStatus>): Promise<CopyStatus | undefined> {
  const until = performance.now() + otherWaitMs;
  for (;;) {
    try {
      return await ask('beginBackup');
    } catch (error) {
      const { code } = error as { code?: number };
      if (code === commandNotFound) return undefined;
      if (code !== conflictingOperation || performance.now() > until) throw error;
      await pause(otherPollMs);
    }
  }
}
