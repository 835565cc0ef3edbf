import { notFound } from '../../errors/errors.ts';
import { findSuppression, type SuppressionRecord } from '../../store/suppressions/suppression-store.ts';

export async function requireSuppression(
  suppressionId: string,
  { workspaceId }: { workspaceId: string },
): Promise<SuppressionRecord> {
  const entry = await findSuppression(workspaceId, suppressionId);
  if (entry === null) throw notFound('suppression entry', suppressionId);
  return entry;
}
