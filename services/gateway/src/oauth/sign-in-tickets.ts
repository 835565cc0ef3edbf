import type { CoreClient } from '../core-client/core-client.ts';
import type { SignedIn } from './consent-page.ts';

/** Redeems the application's one-time ticket for who signed in; undefined when it is spent, expired or not for this. */
export async function redeemTicket(
  core: CoreClient,
  internalSecret: string,
  ticket: string,
  interaction: string,
): Promise<SignedIn | undefined> {
  const headers = { authorization: `Bearer ${internalSecret}` };
  const { status, body } = await core.post('/internal/tickets/redeem', { ticket, interaction }, headers);
  if (status === 200) return body as SignedIn;
  if (status === 410 || status === 404 || status === 400 || status === 422) return undefined;
  throw new Error(`The core answered ${status} to the redemption of a ticket.`);
}
