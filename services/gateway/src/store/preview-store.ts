import type { Collection, Db, Filter } from 'mongodb';
import { SharedTurns } from './shared-turns.ts';
import { type Room, WaitingRoom } from './waiting-room.ts';

/** A finished preview is kept this long, so that a repeated confirmation finds its result. */
const keepFinishedMs = 24 * 60 * 60_000;
/** One that nobody confirmed goes soon after its end. */
const keepExpiredMs = 60_000;
const waitingCountMax = 100;
const waitingBytesMax = 16 * 1024 * 1024;

/** What a confirmation means: it decides which tool confirms. */
export type Weight = 'change' | 'destroy' | 'spend' | 'send';
export type PreviewState = 'pending' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled';
export interface PreviewOwner {
  principalId: string;
  workspaceId: string;
  clientId: string;
}
/** The approval at the core; `expiresAt` is an ISO time. */
export interface PreviewApproval {
  id: string;
  url: string;
  reason: string;
  expiresAt: string;
}

/** What a person is shown before they agree. */
export interface PreviewFacts {
  recipients?: number;
  subject?: string;
  count?: number;
}

export interface PreviewOutcome {
  text: string;
  structured?: Record<string, unknown>;
}

export interface Preview extends PreviewOwner {
  _id: string;
  /** As the core's audit log names who prepared it. */
  agentId?: string;
  action: string;
  /** Which of the confirming tools it takes. */
  weight: Weight;
  input: Record<string, unknown>;
  planDigest: string;
  summary: string;
  cost: { credits: number; balance: number } | null;
  facts?: PreviewFacts;
  idempotencyKey: string;
  state: PreviewState;
  createdAt: Date;
  expiresAt: Date;
  purgeAt: Date;
  /** Size of the input, for the limit per principal. */
  bytes: number;
  /** Where a member of the workspace approves it, while it waits for that. */
  approval?: PreviewApproval;
  lease?: { owner: string; until: Date };
  outcome?: PreviewOutcome;
}

export type NewPreview = Omit<Preview, 'state' | 'purgeAt' | 'bytes' | 'lease' | 'outcome'>;
export type PreviewLine = Omit<Preview, 'input' | 'outcome'>;

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

  /** False when the principal would have more waiting than one may have; then nothing is kept. */
  async add(preview: NewPreview): Promise<boolean> {
    const { _id, principalId, workspaceId, createdAt, expiresAt } = preview;
    const purgeAt = new Date(expiresAt.getTime() + keepExpiredMs);
    const bytes = Buffer.byteLength(JSON.stringify(preview.input));
    const owner = `${workspaceId} ${principalId}`;
    const isKnownToFit = this.#room.take(owner, bytes);
    await this.#previews.insertOne({ ...preview, state: 'pending', purgeAt, bytes });
    if (isKnownToFit) return true;
    const filter: Filter<Preview> = { principalId, workspaceId, state: 'pending', expiresAt: { $gt: createdAt } };
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

  /** What all agents of a workspace have prepared and nobody has confirmed, newest first. */
  listUnconfirmed(workspaceId: string, now: Date): Promise<PreviewLine[]> {
    return this.#previews
      .find({ workspaceId, state: 'pending', expiresAt: { $gt: now } }, { projection: { input: 0, outcome: 0 } })
      .sort({ createdAt: -1 })
      .limit(waitingCountMax)
      .toArray();
  }

  /** Takes the right to run it: only one caller gets it, or a later one when the first died (its lease ran out). */
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
        ],
      },
      { $set: { state: 'running', lease, purgeAt: new Date(now.getTime() + keepFinishedMs) } },
      { returnDocument: 'after' },
    );
  }

  /** Keeps the right while the work goes on; a crashed holder loses it when its last renewal runs out. */
  async renew(id: string, leaseOwner: string, now: Date, leaseMs: number): Promise<void> {
    const until = new Date(now.getTime() + leaseMs);
    await this.#previews.updateOne({ _id: id, 'lease.owner': leaseOwner }, { $set: { 'lease.until': until } });
  }

  /** The input is not needed any more and goes. */
  async finish(
    id: string,
    leaseOwner: string,
    state: 'done' | 'failed',
    outcome: PreviewOutcome,
    now: Date,
  ): Promise<void> {
    const purgeAt = new Date(now.getTime() + keepFinishedMs);
    const update = { $set: { state, outcome, purgeAt, input: {} }, $unset: { lease: true as const } };
    await this.#previews.updateOne({ _id: id, 'lease.owner': leaseOwner }, update);
  }

  /** Confirmed, and waiting for a member's approval at the core; the input stays there, too. */
  async wait(id: string, leaseOwner: string, approval: PreviewApproval): Promise<void> {
    const expiresAt = new Date(approval.expiresAt);
    const purgeAt = new Date(expiresAt.getTime() + keepFinishedMs);
    const update = {
      $set: { state: 'waiting' as const, approval, expiresAt, purgeAt },
      $unset: { lease: true as const },
    };
    await this.#previews.updateOne({ _id: id, 'lease.owner': leaseOwner }, update);
  }

  /** Nothing happened, or the result is unknown: it may be confirmed again, with the same idempotency key. */
  async release(id: string, leaseOwner: string, expiresAt: Date): Promise<void> {
    const purgeAt = new Date(expiresAt.getTime() + keepExpiredMs);
    const update = { $set: { state: 'pending' as const, expiresAt, purgeAt }, $unset: { lease: true as const } };
    await this.#previews.updateOne({ _id: id, 'lease.owner': leaseOwner }, update);
  }

  /** By who prepared it, or by a person of the workspace. */
  async cancel(owner: Pick<PreviewOwner, 'workspaceId'>, id: string, now: Date): Promise<boolean> {
    const filter: Filter<Preview> = { _id: id, ...owner, state: 'pending', expiresAt: { $gt: now } };
    const update = { $set: { state: 'cancelled' as const, input: {} } };
    return (await this.#previews.updateOne(filter, update)).modifiedCount === 1;
  }
}
