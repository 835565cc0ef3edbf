import { notFound } from '../../errors/errors.ts';
import { findProfile, type TargetProfile } from '../../store/scoring/target-profile-store.ts';
import type { ActionContext } from '../context/action-context.ts';

export async function requireProfile(profileId: string, ctx: ActionContext): Promise<TargetProfile> {
  const profile = await findProfile(ctx.workspaceId, profileId);
  if (profile === null) throw notFound('target profile', profileId);
  return profile;
}
