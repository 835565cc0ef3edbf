import type { EmailStatus } from '../../../domain/contacts/contact.ts';
import { suppressionDigest } from '../../../domain/suppressions/suppression-digest.ts';
import { type DocOf, defineModel, stored } from '../../documents/define-model.ts';
import { date, string, stringOf } from '../../documents/paths.ts';
import { digestKey } from '../../secrets/store-keys.ts';

/** Validity of a finding in days. */
export const findingKeptDays = 30;

/** Verification result for an address. Stores a keyed digest instead of the address. */
type VerificationDoc = DocOf<typeof VerificationModel>;

export type VerificationFinding = Pick<VerificationDoc, 'status' | 'reason' | 'provider' | 'checkedAt'>;

const VerificationModel = defineModel(
  'Verification',
  'verifications',
  stored({
    workspaceId: string,
    digest: string,
    status: stringOf<EmailStatus>(),
    reason: string,
    provider: string,
    checkedAt: date,
  })
    .index({ workspaceId: 1, digest: 1 })
    .index({ checkedAt: 1 }, { expireAfterSeconds: findingKeptDays * 24 * 60 * 60 }),
);

export async function findFindings(workspaceId: string, emails: string[]): Promise<Map<string, VerificationFinding>> {
  const emailOf = new Map(emails.map((email) => [suppressionDigest(digestKey(), workspaceId, email), email]));
  const found = await VerificationModel.find({ workspaceId, digest: { $in: [...emailOf.keys()] } })
    .limit(emails.length)
    .lean<VerificationDoc[]>();
  return new Map(
    found.map(({ digest, status, reason, provider, checkedAt }) => [
      emailOf.get(digest)!,
      { status, reason, provider, checkedAt },
    ]),
  );
}

export async function saveFinding(workspaceId: string, email: string, finding: VerificationFinding): Promise<void> {
  const digest = suppressionDigest(digestKey(), workspaceId, email);
  await VerificationModel.updateOne(
    { _id: `${workspaceId}:${digest}` },
    { $set: { workspaceId, digest, ...finding } },
    { upsert: true },
  );
}
