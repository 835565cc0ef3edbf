import type { Logger } from 'pino';
import type { ActionContext } from '../actions/action-context.ts';
import type { AnyAction } from '../actions/define-action.ts';
import type { Ports } from '../actions/ports.ts';
import type { Config } from '../config.ts';
import type { Actor, Via } from '../domain/actor.ts';
import type { Pager } from '../domain/paging.ts';
import type { WorkspaceRecord } from '../store/identity/workspace-store.ts';
import type { UploadRecord } from '../store/work/upload-store.ts';
import type { TokenVerifier } from './authenticate.ts';
import type { RateLimiter } from './rate-limit.ts';

/** What the chain works with; made once, in main.ts or by a test. */
export interface Deps {
  config: Config;
  ports: Ports;
  log: Logger;
  now: () => Date;
  pager: Pager;
  limiter: RateLimiter;
  verifyGatewayToken: TokenVerifier;
}

export interface Principal {
  actor: Actor;
  via: Via;
  workspace: WorkspaceRecord;
  scopes: readonly string[];
  previewId?: string;
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
