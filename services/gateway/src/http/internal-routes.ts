import { timingSafeEqual } from 'node:crypto';
import { json, Router } from 'express';
import type { JWK } from 'jose';
import { GatewayError } from '../errors/errors.ts';
import type { Connection, ConnectionLimits } from '../store/connection-store.ts';
import type { PreviewLine } from '../store/preview.ts';

export interface InternalDeps {
  internalSecret: string;
  jwks: { keys: JWK[] };
  listConnections(userId: string): Promise<Connection[]>;
  revokeConnection(userId: string, grantId: string): Promise<boolean>;
  revokeConnections(userId: string, workspaceId?: string): Promise<void>;
  limitConnection(userId: string, grantId: string, limits: ConnectionLimits): Promise<boolean>;
  listUnconfirmed(workspaceId: string): Promise<PreviewLine[]>;
  cancelPreview(workspaceId: string, previewId: string): Promise<boolean>;
  agreeToPreview(workspaceId: string, previewId: string): Promise<boolean>;
}

/** For the core only; never routed from outside. The key set is public. All other routes need the shared secret. */
export function internalRoutes(deps: InternalDeps): Router {
  const { internalSecret, jwks, listConnections, revokeConnection, limitConnection } = deps;
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
  router.delete('/grants', async (req, res) => {
    const { workspaceId } = req.query;
    const where = workspaceId === undefined ? undefined : readId(workspaceId, 'workspaceId');
    await deps.revokeConnections(readUserId(req.query.userId), where);
    res.status(204).end();
  });
  router.put('/grants/:grantId/limits', json({ limit: '4kb' }), async (req, res) => {
    const { credits, recipients, runsAtOnce } = (req.body ?? {}) as Record<string, unknown>;
    const dailyLimits = { credits: readLimit(credits), recipients: readLimit(recipients) };
    const limits = { dailyLimits, runsAtOnce: runsAtOnce === true };
    const isKnown = await limitConnection(readUserId(req.query.userId), req.params.grantId, limits);
    if (!isKnown) throw new GatewayError('not_found', 'There is no such grant.');
    res.status(204).end();
  });
  router.delete('/grants/:grantId', async (req, res) => {
    const isRevoked = await revokeConnection(readUserId(req.query.userId), req.params.grantId);
    if (!isRevoked) throw new GatewayError('not_found', 'There is no such grant.');
    res.status(204).end();
  });
  previewRoutes(router, deps);
  return router;
}

/** Actions that agents have prepared, for the people who supervise them. */
function previewRoutes(router: Router, { listUnconfirmed, cancelPreview, agreeToPreview }: InternalDeps): void {
  router.get('/previews', async (req, res) => {
    const found = await listUnconfirmed(readId(req.query.workspaceId, 'workspaceId'));
    const previews = found.map(({ _id, agentId, action, summary, cost, state, agreedAt, createdAt, expiresAt }) => ({
      id: _id,
      agentId,
      action,
      summary,
      credits: cost?.credits ?? 0,
      createdAt,
      expiresAt,
      isDeclined: state === 'declined',
      isAgreed: agreedAt !== undefined && state === 'pending',
    }));
    res.json({ previews });
  });
  router.post('/previews/:previewId/agreement', async (req, res) => {
    const isOpen = await agreeToPreview(readId(req.query.workspaceId, 'workspaceId'), req.params.previewId);
    if (!isOpen) throw new GatewayError('not_found', 'There is no such preview that waits.');
    res.status(204).end();
  });
  router.delete('/previews/:previewId', async (req, res) => {
    const isGone = await cancelPreview(readId(req.query.workspaceId, 'workspaceId'), req.params.previewId);
    if (!isGone) throw new GatewayError('not_found', 'There is no such preview that waits.');
    res.status(204).end();
  });
}

function readUserId(value: unknown): string {
  return readId(value, 'userId');
}

function readId(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new GatewayError('malformed', `${name} is missing.`);
  return value;
}

/** Null means no limit. */
function readLimit(value: unknown): number | null {
  if (value === null) return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new GatewayError('malformed', 'A limit is a whole number or null.');
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
