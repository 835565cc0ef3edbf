import { hash, randomBytes } from 'node:crypto';
import { defineModel, stored } from '../documents/define-model.ts';
import { date, nullable, string, stringOf } from '../documents/paths.ts';

/** Single-use permission of the token's holder: to choose a new password, give the second step, or use a passkey. */
export type ProofKind = 'password_reset' | 'second_step' | 'passkey';

const lifetimesMs: Record<ProofKind, number> = {
  password_reset: 60 * 60_000,
  second_step: 10 * 60_000,
  passkey: 5 * 60_000,
};

const ProofModel = defineModel(
  'Proof',
  'proofs',
  stored({
    /** SHA-256 of the token, in hex. */
    _id: string,
    kind: stringOf<ProofKind>(),
    /** Null if the passkey itself identifies the user. */
    userId: nullable(string),
    expiresAt: date,
  })
    .index({ userId: 1, kind: 1 })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 }),
);

export interface Proof {
  userId: string | null;
}

/** The token goes to the person. The store keeps only its hash. */
export async function createProof(kind: ProofKind, userId: string | null, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifetimesMs[kind]);
  await ProofModel.create([{ _id: idOf(token), kind, userId, expiresAt }]);
  return token;
}

export async function findProof(kind: ProofKind, token: string, now: Date): Promise<Proof | null> {
  return ProofModel.findOne({ _id: idOf(token), kind, expiresAt: { $gt: now } }).lean();
}

/** Only the first redemption succeeds. */
export async function redeemProof(kind: ProofKind, token: string, now: Date): Promise<Proof | null> {
  const found = await ProofModel.findOneAndDelete({ _id: idOf(token), kind }).lean();
  return found && found.expiresAt > now ? { userId: found.userId } : null;
}

const listedMax = 100;

/** Open reset links and half-finished sign-ins of a person. */
export async function listProofs(userId: string, now: Date): Promise<{ kind: ProofKind; expiresAt: Date }[]> {
  return ProofModel.find({ userId, expiresAt: { $gt: now } }, { _id: 0, kind: 1, expiresAt: 1 })
    .limit(listedMax)
    .lean();
}

/** Ends the reset links and half-finished sign-ins of a person. */
export async function dropProofs(userId: string): Promise<void> {
  await ProofModel.deleteMany({ userId });
}

function idOf(token: string): string {
  return hash('sha256', token, 'hex');
}
