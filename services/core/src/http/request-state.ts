import type { Readiness } from '@outbound/node-service/http/readiness';
import type { Logger } from 'pino';
import type { AnyAction } from '../actions/definition/define-action.ts';
import type { ActionContext } from '../engine/context/action-context.ts';
import type { Services } from '../execution/make-context.ts';
import type { Principal } from '../execution/members/principal.ts';
import type { GuardingStoreWatch } from '../store/documents/guarding-store-watch.ts';
import type { RateWindow, TakenTokens } from '../store/idempotency/rate-limit-store.ts';
import type { UploadRecord } from '../store/jobs/upload-store.ts';
import type { GatewayClaims, TokenVerifier } from './gateway-token.ts';

/** Takes one request from a caller's quota. */
export interface RateLimiter {
  take(id: string, window: RateWindow): Promise<TakenTokens>;
}

/** Dependencies of the request chain, created once in main.ts or by a test. */
export interface Deps extends Services {
  log: Logger;
  limiter: RateLimiter;
  verifyGatewayToken: TokenVerifier;
  readiness: Pick<Readiness, 'report'>;
  storeWatch: Pick<GuardingStoreWatch, 'guard'>;
}

/** Results passed from each step to later steps. */
export interface RequestState {
  requestId: string;
  log: Logger;
  principal?: Principal;
  /** Verified claims of a connection's token. */
  claims?: GatewayClaims;
  action?: AnyAction;
  pathParameters?: Record<string, string>;
  input?: Record<string, unknown>;
  isDryRun?: boolean;
  /** Raw body, if the action takes one. */
  upload?: UploadRecord;
  context?: ActionContext;
}
