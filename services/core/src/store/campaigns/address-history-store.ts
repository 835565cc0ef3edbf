import { spellingsOf } from '../../domain/contacts/email-address.ts';
import { MessageModel } from '../messages/message-model.ts';
import { ReplyModel } from '../replies/reply-store.ts';

const addressesReadMax = 10_000;

/** Messages that an email address received from us, across all contacts it was stored under. */
export interface AddressHistory {
  /** Campaigns that sent a message to the address, each with the enrollments it was sent for. */
  enrollmentIdsByCampaign: ReadonlyMap<string, ReadonlySet<string>>;
  lastSentAt: Date;
}

interface Row {
  _id: { to: string; campaignId: string };
  enrollmentIds: string[];
  lastSentAt: Date;
}

/** Returns the campaign messages sent to these addresses. Bounced messages do not count, since no one has read them. */
export async function findAddressHistory(
  workspaceId: string,
  addresses: readonly string[],
): Promise<Map<string, AddressHistory>> {
  const found = new Map<string, AddressHistory>();
  if (addresses.length === 0) return found;
  const asked = new Map(addresses.flatMap((address) => spellingsOf(address).map((spelling) => [spelling, address])));
  const rows = await MessageModel.aggregate<Row>([
    {
      $match: {
        workspaceId,
        to: { $in: [...asked.keys()] },
        kind: 'campaign',
        sentAt: { $ne: null },
        state: { $in: ['sent', 'unconfirmed'] },
      },
    },
    {
      $group: {
        _id: { to: '$to', campaignId: '$campaignId' },
        enrollmentIds: { $addToSet: '$enrollmentId' },
        lastSentAt: { $max: '$sentAt' },
      },
    },
    { $limit: addressesReadMax },
  ]);
  for (const [address, own] of Map.groupBy(rows, ({ _id }) => asked.get(_id.to) ?? _id.to)) {
    const byCampaign = own.map(({ _id, enrollmentIds }) => [_id.campaignId, new Set(enrollmentIds)] as const);
    const lastSentAt = new Date(Math.max(...own.map((row) => row.lastSentAt.getTime())));
    found.set(address, { enrollmentIdsByCampaign: new Map(byCampaign), lastSentAt });
  }
  return found;
}

/** Reply classes that block an address, even if it is later stored as another contact. */
const closingClasses = ['not_interested', 'wrong_person', 'left_company', 'unsubscribe', 'complaint'] as const;

/** Reply that ends all mail to an address. */
export interface PastRefusal {
  /** Null if the author was not a contact. */
  contactId: string | null;
}

/**
 * Opt-out replies from the owners of these addresses, sent from the address itself or from another one in reply to a
 * message to it. The contact can have been deleted and created again since.
 */
export async function findRefusals(
  workspaceId: string,
  addresses: readonly string[],
  history: ReadonlyMap<string, AddressHistory>,
): Promise<Map<string, PastRefusal[]>> {
  if (addresses.length === 0) return new Map();
  const addressOf = new Map<string, string>();
  for (const [address, { enrollmentIdsByCampaign }] of history) {
    for (const ids of enrollmentIdsByCampaign.values()) for (const id of ids) addressOf.set(id, address);
  }
  const found = await ReplyModel.find({
    workspaceId,
    class: { $in: [...closingClasses] },
    $or: [{ fromAddress: { $in: [...addresses] } }, { enrollmentId: { $in: [...addressOf.keys()] } }],
  })
    .select({ fromAddress: 1, contactId: 1, enrollmentId: 1 })
    .limit(addressesReadMax)
    .lean<{ fromAddress: string; contactId: string | null; enrollmentId: string | null }[]>();
  const known = new Set(addresses);
  return Map.groupBy(found, ({ fromAddress, enrollmentId }) =>
    known.has(fromAddress) ? fromAddress : (addressOf.get(enrollmentId ?? '') ?? fromAddress),
  );
}
