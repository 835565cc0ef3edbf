import { dropProofs, listProofs, type ProofKind } from '../../../store/members/proof-store.ts';
import { dropTickets } from '../../../store/members/ticket-store.ts';
import type { GrantKind } from './grant-kind.ts';

const names: Record<ProofKind, string> = {
  password_reset: 'Password reset link',
  second_step: 'Sign-in that needs its second step',
  passkey: 'Passkey setup',
};

/** Reset links, half-finished sign-ins, and tickets of apps that are being connected. */
export const signIns: GrantKind = {
  name: 'Links and pending sign-ins',
  isOfAccount: true,
  endsWithPassword: true,

  async list({ userId }, { now }) {
    const open = await listProofs(userId, now);
    return open.map(({ kind }) => ({ name: names[kind], detail: 'Not used yet', lastUsedAt: null }));
  },

  async endAll({ userId }) {
    await dropProofs(userId);
    await dropTickets(userId);
  },
};
