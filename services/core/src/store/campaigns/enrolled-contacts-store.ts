import { EnrollmentModel } from './enrollment-model.ts';

export interface EnrollmentOfContact {
  contactId: string;
  campaignId: string;
  state: string;
}

const perContactMax = 100;

/** Enrollments of these contacts in any campaign and state. */
export function findEnrollmentsOfContacts(workspaceId: string, contactIds: string[]): Promise<EnrollmentOfContact[]> {
  return EnrollmentModel.find(
    { workspaceId, contactId: { $in: contactIds } },
    { contactId: 1, campaignId: 1, state: 1 },
  )
    .limit(contactIds.length * perContactMax)
    .lean<EnrollmentOfContact[]>();
}

/**
 * Contacts that are or were enrolled in one of these campaigns. `state`: only in this state. Null if there are more than
 * `max` enrollments.
 */
export async function findContactIdsOfCampaigns(
  workspaceId: string,
  campaignIds: string[],
  state: string | undefined,
  max: number,
): Promise<string[] | null> {
  const found = await EnrollmentModel.find(
    { workspaceId, campaignId: { $in: campaignIds }, ...(state !== undefined && { state }) } as object,
    { contactId: 1 },
  )
    .limit(max + 1)
    .lean<{ contactId: string }[]>();
  if (found.length > max) return null;
  return [...new Set(found.map(({ contactId }) => contactId))];
}
