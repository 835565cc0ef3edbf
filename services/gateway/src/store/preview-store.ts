import type { Collection, Db, Filter } from 'mongodb';

/** A finished preview is kept this long, so that a repeated confirmation finds its result. */
const KEEP_MS = 24 * 60 * 60_000;
const PENDING_LIST_MAX = 50;

export type PreviewState = 'pending' | 'running' | 'done' | 'failed' | 'cancelled';
export type PreviewOwner = { principalId: string; workspaceId: string; clientId: string };
export type PreviewOutcome = { text: string; structured?: Record<string, unknown> };

export type Preview = PreviewOwner & {
  _id: string;
  action: string;
  input: Record<string, unknown>;
  planDigest: string;
  summary: string;
  cost: { credits: number; balance: number } | null;
  idempotencyKey: string;
  state: PreviewState;
  createdAt: Date;
  expiresAt: Date;
  purgeAt: Date;
  lease?: { owner: string; until: Date };
  outcome?: PreviewOutcome;
};

export type NewPreview = Omit<Preview, 'state' | 'purgeAt' | 'lease' | 'outcome'>;

export class PreviewStore {
  readonly #previews: Collection<Preview>;

  constructor(db: Db) {
    this.#previews = db.collection<Preview>('previews');
  }

  async prepare(): Promise<void> {
    await this.#previews.createIndex({ purgeAt: 1 }, { expireAfterSeconds: 0 });
    await this.#previews.createIndex({ workspaceId: 1, principalId: 1, state: 1, createdAt: -1 });
  }

  async add(preview: NewPreview): Promise<void> {
    const purgeAt = new Date(preview.createdAt.getTime() + KEEP_MS);
    await this.#previews.insertOne({ ...preview, state: 'pending', purgeAt });
  }

  find(owner: PreviewOwner, id: string): Promise<Preview | null> {
    return this.#previews.findOne({ _id: id, ...owner });
  }

  listPending(owner: PreviewOwner, now: Date): Promise<Preview[]> {
    const filter: Filter<Preview> = { ...owner, state: 'pending', expiresAt: { $gt: now } };
    return this.#previews.find(filter).sort({ createdAt: -1 }).limit(PENDING_LIST_MAX).toArray();
  }

  /** Takes the right to run it: only one caller gets it, or a later one when the first died (its lease ran out). */
  async claim(
    owner: PreviewOwner,
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
          { state: 'pending', expiresAt: { $gt: now } },
          { state: 'running', 'lease.until': { $lt: now } },
        ],
      },
      { $set: { state: 'running', lease } },
      { returnDocument: 'after' },
    );
  }

  async finish(id: string, leaseOwner: string, state: 'done' | 'failed', outcome: PreviewOutcome): Promise<void> {
    const update = { $set: { state, outcome }, $unset: { lease: true as const } };
    await this.#previews.updateOne({ _id: id, 'lease.owner': leaseOwner }, update);
  }

  /** Nothing happened, or nobody knows: it may be confirmed again, with the same idempotency key. */
  async release(id: string, leaseOwner: string, expiresAt: Date): Promise<void> {
    const update = { $set: { state: 'pending' as const, expiresAt }, $unset: { lease: true as const } };
    await this.#previews.updateOne({ _id: id, 'lease.owner': leaseOwner }, update);
  }

  async cancel(owner: PreviewOwner, id: string, now: Date): Promise<boolean> {
    const filter: Filter<Preview> = { _id: id, ...owner, state: 'pending', expiresAt: { $gt: now } };
    return (await this.#previews.updateOne(filter, { $set: { state: 'cancelled' } })).modifiedCount === 1;
  }
}
