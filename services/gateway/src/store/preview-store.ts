import type { Collection, Db, Filter } from 'mongodb';
import type {
  NewPreview,
  Preview,
  PreviewApproval,
  PreviewLine,
  PreviewOutcome,
  PreviewOwner,
  PreviewState,
} from './preview.ts';
import { SharedTurns } from './shared-turns.ts';
import { type Room, WaitingRoom } from './waiting-room.ts';

/** Retention of a finished preview, so that a repeated confirmation finds its result. */
const keepFinishedMs = 24 * 60 * 60_000;
/** Retention of an unconfirmed preview after its expiry. */
const keepExpiredMs = 60_000;
const waitingCountMax = 100;
const waitingBytesMax = 16 * 1024 * 1024;
/** States of a preview that was not carried out and that a person can still agree to. */
const openStates: PreviewState[] = ['pending', 'declined'];

export class PreviewStore {
  readonly #previews: Collection<Preview>;
  readonly #room = new WaitingRoom();
  readonly #counts = new SharedTurns<Room>();

  constructor(db: Db) {
    this.#previews = db.collection<Preview>('previews');
  }

  async prepare(): Promise<void> {
    await this.#previews.createIndex({ purgeAt: 1 }, { expireAfterSeconds: 0 });
    await this.#previews.createIndex({ workspaceId: 1, principalId: 1, state: 1, createdAt: -1 });
  }

  /** Stores the preview. False if it would exceed the principal's limit of pending previews; then nothing is stored. */
  async add(preview: NewPreview): Promise<boolean> {
    const { _id, principalId, workspaceId, createdAt, expiresAt } = preview;
    const purgeAt = new Date(expiresAt.getTime() + keepExpiredMs);
    const bytes = Buffer.byteLength(JSON.stringify(preview.input));
    const owner = `${workspaceId} ${principalId}`;
    const isKnownToFit = this.#room.take(owner, bytes);
    await this.#previews.insertOne({ ...preview, state: 'pending', purgeAt, bytes });
    if (isKnownToFit) return true;
    const expiresLater = { $gt: createdAt };
    const filter: Filter<Preview> = { principalId, workspaceId, state: { $in: openStates }, expiresAt: expiresLater };
    const held = await this.#counts.take(owner, () => this.#waiting(filter));
    const room = { count: waitingCountMax - held.count, bytes: waitingBytesMax - held.bytes };
    if (room.count >= 0 && room.bytes >= 0) {
      this.#room.left(owner, room);
      return true;
    }
    await this.#previews.deleteOne({ _id });
    return false;
  }

  async #waiting(filter: Filter<Preview>): Promise<Room> {
    const sums = { _id: null, count: { $sum: 1 }, bytes: { $sum: '$bytes' } };
    const counted = [{ $match: filter }, { $limit: waitingCountMax + 1 }, { $group: sums }];
    const [held] = await this.#previews.aggregate<Room>(counted).toArray();
    return held ?? { count: 0, bytes: 0 };
  }

  find(owner: PreviewOwner, id: string): Promise<Preview | null> {
    return this.#previews.findOne({ _id: id, ...owner });
  }

  /** Newest first, without inputs. */
  listPending(owner: PreviewOwner, now: Date): Promise<PreviewLine[]> {
    const filter: Filter<Preview> = { ...owner, state: { $in: ['pending', 'waiting'] }, expiresAt: { $gt: now } };
    return this.#previews
      .find(filter, { projection: { input: 0, outcome: 0 } })
      .sort({ createdAt: -1 })
      .limit(waitingCountMax)
      .toArray();
  }

  /** Unconfirmed previews of all agents in a workspace, newest first. */
  listUnconfirmed(workspaceId: string, now: Date): Promise<PreviewLine[]> {
    return this.#previews
      .find(
        { workspaceId, state: { $in: openStates }, expiresAt: { $gt: now } },
        { projection: { input: 0, outcome: 0 } },
      )
      .sort({ createdAt: -1 })
      .limit(waitingCountMax)
      .toArray();
  }

  /** Claims the right to run it. Only one caller gets it, or a later one if the first crashed (its lease expired). */
  async claim(
    owner: PreviewOwner & Partial<Pick<Preview, 'weight' | 'summary'>>,
    id: string,
    leaseOwner: string,
    now: Date,
    leaseMs: number,
  ): Promise<Preview | null> {
    const lease = { owner: leaseOwner, until: new Date(now.getTime() + leaseMs) };
    return this.#previews.findOneAndUpdate(
      {
        _id: id,
        ...owner,
        $or: [
          { state: { $in: ['pending', 'waiting'] }, expiresAt: { $gt: now } },
          { state: 'running', 'lease.until': { $lt: now } },
          // Set by a clock that was since set back.
          { state: 'running', 'lease.until': { $gt: new Date(now.getTime() + 2 * leaseMs) } },
        ],
      },
      { $set: { state: 'running', lease, purgeAt: new Date(now.getTime() + keepFinishedMs) } },
      { returnDocument: 'after' },
    );
  }

  /** Extends the claim during the work. A crashed holder loses it when its last renewal expires. */
  async renew(id: string, leaseOwner: string, now: Date, leaseMs: number): Promise<void> {
    const until = new Date(now.getTime() + leaseMs);
    await this.#previews.updateOne({ _id: id, 'lease.owner': leaseOwner }, { $set: { 'lease.until': until } });
  }

  /** Removes the input, which is no longer needed. */
  async finish(
    id: string,
    leaseOwner: string,
    state: 'done' | 'failed',
    outcome: PreviewOutcome,
    now: Date,
  ): Promise<void> {
    const purgeAt = new Date(now.getTime() + keepFinishedMs);
    const update = { $set: { state, outcome, finishedAt: now, purgeAt, input: {} }, $unset: { lease: true as const } };
    await this.#previews.updateOne({ _id: id, 'lease.owner': leaseOwner }, update);
  }

  /** Marks it as confirmed and pending a member's approval at the core. The core also keeps the input. */
  async wait(id: string, leaseOwner: string, approval: PreviewApproval): Promise<void> {
    const expiresAt = new Date(approval.expiresAt);
    const purgeAt = new Date(expiresAt.getTime() + keepFinishedMs);
    const update = {
      $set: { state: 'waiting' as const, approval, expiresAt, purgeAt },
      $unset: { lease: true as const },
    };
    await this.#previews.updateOne({ _id: id, 'lease.owner': leaseOwner }, update);
  }

  /** Nothing happened, or the result is unknown. It may be confirmed again, with the same idempotency key. */
  async release(id: string, leaseOwner: string, expiresAt: Date): Promise<void> {
    const purgeAt = new Date(expiresAt.getTime() + keepExpiredMs);
    const update = { $set: { state: 'pending' as const, expiresAt, purgeAt }, $unset: { lease: true as const } };
    await this.#previews.updateOne({ _id: id, 'lease.owner': leaseOwner }, update);
  }

  /** Cancels a preview for its owner or for a person of the workspace. */
  async cancel(owner: Pick<PreviewOwner, 'workspaceId'>, id: string, now: Date): Promise<boolean> {
    const filter: Filter<Preview> = { _id: id, ...owner, state: { $in: openStates }, expiresAt: { $gt: now } };
    const update = { $set: { state: 'cancelled' as const, input: {} } };
    return (await this.#previews.updateOne(filter, update)).modifiedCount === 1;
  }

  /** Cancels everything that an agent prepared and did not carry out. */
  async cancelAllOf({ principalId, workspaceId, clientId }: PreviewOwner, now: Date): Promise<void> {
    const filter: Filter<Preview> = {
      principalId,
      workspaceId,
      clientId,
      state: { $in: [...openStates, 'waiting'] },
      expiresAt: { $gt: now },
    };
    await this.#previews.updateMany(filter, { $set: { state: 'cancelled' as const, input: {} } });
  }

  /** A person declined in their client. False if the preview was carried out or ended before. */
  async decline(owner: PreviewOwner, id: string, now: Date): Promise<boolean> {
    const filter: Filter<Preview> = { _id: id, ...owner, state: 'pending', expiresAt: { $gt: now } };
    return (await this.#previews.updateOne(filter, { $set: { state: 'declined' as const } })).modifiedCount === 1;
  }

  /** A person agreed in their client. A decline from another dialog remains in force. */
  async agree(owner: PreviewOwner, id: string, now: Date): Promise<void> {
    const filter: Filter<Preview> = { _id: id, ...owner, state: 'pending', expiresAt: { $gt: now } };
    await this.#previews.updateOne(filter, { $set: { agreedAt: now } });
  }

  /** A signed-in person of the workspace agreed, possibly after a decline. The agent can confirm it without asking. */
  async agreeSignedIn(workspaceId: string, id: string, now: Date): Promise<boolean> {
    const filter: Filter<Preview> = { _id: id, workspaceId, state: { $in: openStates }, expiresAt: { $gt: now } };
    const update = { $set: { state: 'pending' as const, agreedAt: now } };
    return (await this.#previews.updateOne(filter, update)).matchedCount === 1;
  }
}
