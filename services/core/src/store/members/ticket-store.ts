import { hash, randomBytes } from 'node:crypto';
import { defineModel, stored } from '../documents/define-model.ts';
import { date, string } from '../documents/paths.ts';

export const ticketLifetimeMs = 60_000;

const TicketModel = defineModel(
  'Ticket',
  'tickets',
  stored({
    /** SHA-256 of the ticket, in hex. */
    _id: string,
    interaction: string,
    userId: string,
    expiresAt: date,
  })
    .index({ userId: 1 })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 }),
);

/** Single-use proof for the gateway that this user signed in for this interaction. */
export async function createTicket(userId: string, interaction: string, now: Date): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + ticketLifetimeMs);
  await TicketModel.create([{ _id: hash('sha256', ticket, 'hex'), interaction, userId, expiresAt }]);
  return ticket;
}

/** Ends the unfinished sign-ins of a person from MCP clients. */
export async function dropTickets(userId: string): Promise<void> {
  await TicketModel.deleteMany({ userId });
}

/** The first redemption uses the ticket up, even if it is late or for another interaction. */
export async function redeemTicket(ticket: string, interaction: string, now: Date): Promise<{ userId: string } | null> {
  const found = await TicketModel.findOneAndDelete({ _id: hash('sha256', ticket, 'hex') }).lean();
  if (!found || found.interaction !== interaction || found.expiresAt <= now) return null;
  return { userId: found.userId };
}
