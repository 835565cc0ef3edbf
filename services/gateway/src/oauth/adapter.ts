import { hash } from 'node:crypto';
import { errors } from 'oidc-provider';
import type { ProviderRecord, ProviderStore } from '../store/provider-store.ts';

export const providerModels = [
  'Session',
  'Interaction',
  'Grant',
  'Client',
  'AuthorizationCode',
  'AccessToken',
  'RefreshToken',
  'ReplayDetection',
] as const;

/** The IDs of these models are the credentials themselves, so only digests of them are stored. */
const modelsWithSecretIds = new Set(['AuthorizationCode', 'AccessToken', 'RefreshToken']);
/** Parallel sessions of one client race for the same refresh token. Within this time, each gets a fresh pair. */
const reuseGraceMs = 60_000;
/** Self-registered clients are deleted after this time without use. */
export const clientUnusedMs = 30 * 24 * 60 * 60_000;

type Payload = Record<string, unknown>;

/** oidc-provider's storage interface over our store. */
export function createAdapter(store: ProviderStore, now: () => Date) {
  return (model: string) => {
    const key = (id: string) => (modelsWithSecretIds.has(model) ? hash('sha256', id) : id);
    const read = (record: ProviderRecord | null, id?: string) => record && readPayload(model, record, now(), id);
    return {
      async upsert(id: string, payload: Payload, expiresInS?: number) {
        const { jti: _id, ...rest } = payload;
        const stored = modelsWithSecretIds.has(model) ? rest : payload;
        await store.save(model, key(id), stored, expiryOf(model, expiresInS, now()));
      },
      find: async (id: string) => read(await store.find(model, key(id)), id) ?? undefined,
      findByUid: async (uid: string) => read(await store.findByUid(model, uid)) ?? undefined,
      // Only devices without a browser use such codes, and this server issues none.
      findByUserCode: async () => undefined,
      destroy: (id: string) => store.remove(model, key(id)),
      async consume(id: string) {
        const isFirst = await store.consume(model, key(id), now());
        if (!isFirst && model === 'AuthorizationCode') throw new errors.InvalidGrant('authorization code already used');
      },
      revokeByGrantId: (grantId: string) => store.removeByGrant(model, grantId),
    };
  };
}

function readPayload(model: string, { payload, consumedAt }: ProviderRecord, now: Date, id?: string): Payload {
  const withId = modelsWithSecretIds.has(model) ? { ...payload, jti: id } : payload;
  if (!consumedAt) return withId;
  const isInGrace = model === 'RefreshToken' && now.getTime() - consumedAt.getTime() < reuseGraceMs;
  return isInGrace ? withId : { ...withId, consumed: Math.floor(consumedAt.getTime() / 1_000) };
}

function expiryOf(model: string, expiresInS: number | undefined, now: Date): Date | undefined {
  if (expiresInS !== undefined) return new Date(now.getTime() + expiresInS * 1_000);
  return model === 'Client' ? new Date(now.getTime() + clientUnusedMs) : undefined;
}
