import { timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import type { JWK } from 'jose';
import { GatewayError } from '../errors.ts';
import type { Connection } from '../store/connection-store.ts';

export type InternalDeps = {
  internalSecret: string;
  jwks: { keys: JWK[] };
  listConnections(userId: string): Promise<Connection[]>;
  revokeConnection(userId: string, grantId: string): Promise<boolean>;
};

/** For the core alone: never routed from outside. The key set is public, the rest needs the shared secret. */
export function internalRoutes({ internalSecret, jwks, listConnections, revokeConnection }: InternalDeps): Router {
  const router = Router();
  router.get('/jwks.json', (_req, res) => {
    res.json(jwks);
  });
  router.use((req, _res, next) => {
    if (!isSame(req.get('authorization') ?? '', `Bearer ${internalSecret}`)) {
      throw new GatewayError('unauthenticated', 'The internal secret is wrong.');
    }
    next();
  });
  router.get('/grants', async (req, res) => {
    const grants = (await listConnections(readUserId(req.query.userId))).map(
      ({ _id, userId: _user, expiresAt: _end, ...rest }) => ({
        id: _id,
        ...rest,
      }),
    );
    res.json({ grants });
  });
  router.delete('/grants/:grantId', async (req, res) => {
    const isRevoked = await revokeConnection(readUserId(req.query.userId), req.params.grantId);
    if (!isRevoked) throw new GatewayError('not_found', 'There is no such grant.');
    res.status(204).end();
  });
  return router;
}

function readUserId(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new GatewayError('malformed', 'userId is missing.');
  return value;
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
