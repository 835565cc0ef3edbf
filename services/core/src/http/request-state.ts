import type { Logger } from 'pino';
import type { AnyAction } from '../actions/definition/define-action.ts';
import type { ActionContext } from '../engine/context/action-context.ts';
import type { Services } from '../execution/make-context.ts';
import type { Principal } from '../execution/members/principal.ts';
import type { StoreWatch } from '../store/documents/store-watch.ts';
import type { UploadRecord } from '../store/jobs/upload-store.ts';
import type { TokenVerifier } from './gateway-token.ts';
import type { Readiness } from './health.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';

/** What the chain works with; made once, in main.ts or by a test. */
export interface Deps extends Services {
  log: Logger;
  limiter: RateLimiter;
  verifyGatewayToken: TokenVerifier;
  readiness: Pick<Readiness, 'report'>;
  storeWatch: Pick<StoreWatch, 'guard'>;
}

/** What the steps leave for the ones behind them. */
export interface RequestState {
  requestId: string;
  log: Logger;
  principal?: Principal;
  action?: AnyAction;
  pathParameters?: Record<string, string>;
  input?: Record<string, unknown>;
  isDryRun?: boolean;
  /** The raw body, where the action takes one. */
  upload?: UploadRecord;
  context?: ActionContext;
}
