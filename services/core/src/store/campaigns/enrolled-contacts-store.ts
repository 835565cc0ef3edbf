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

/** Contacts that are or were enrolled in one of these campaigns, up to `limit`. `state`: only in this state. */
export async function findContactIdsOfCampaigns(
  workspaceId: string,
  campaignIds: string[],
  state: string | undefined,
  limit: number,
): Promise<string[]> {
  const found = await EnrollmentModel.find(
    { workspaceId, campaignId: { $in: campaignIds }, ...(state !== undefined && { state }) } as object,
    { contactId: 1 },
  )
    .limit(limit)
    .lean<{ contactId: string }[]>();
  return [...new Set(found.map(({ contactId }) => contactId))];
}
