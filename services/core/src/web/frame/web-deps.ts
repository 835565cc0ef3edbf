import type { Router, RouterContext } from '@koa/router';
import type { Next } from 'koa';
import type { Logger } from 'pino';
import type { Deps } from '../../http/request-state.ts';
import type { Config } from '../../settings/config.ts';
import type { Rights, WorkspaceOfUser } from '../../store/members/membership-store.ts';
import type { SessionRecord } from '../../store/members/session-store.ts';
import type { UserRecord } from '../../store/members/user-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import type { FormFile } from '../forms/read-multipart.ts';
import type { Look } from './look-choices.ts';
import type { ShellFacts } from './waiting-counts.ts';

export type WebConfig = Pick<
  Config,
  | 'baseUrl'
  | 'secretKey'
  | 'keyRing'
  | 'mailSignIns'
  | 'internalSecret'
  | 'gatewayInternalUrl'
  | 'trialCredits'
  | 'isSignUpOpen'
  | 'isDevelopment'
>;

export interface WebDeps extends Pick<Deps, 'config' | 'now' | 'ports' | 'pager'> {
  /** Transport to the gateway, replaced in tests. */
  fetch?: typeof globalThis.fetch;
}

/** A saved view in the sidebar. `count` stops at "999+", and is undefined until it is counted. */
export interface SidebarView {
  text: string;
  href: string;
  isHere: boolean;
  count: string | undefined;
}

/** The person who views the page. */
export interface Visitor {
  session: SessionRecord;
  user: UserRecord;
  workspaces: WorkspaceOfUser[];
}

/** A visitor with the workspace that the pages show. */
export interface Member extends Visitor, Rights {
  workspace: WorkspaceRecord;
}

export interface WebState {
  requestId: string;
  log: Logger;
  visitor?: Visitor;
  member?: Member;
  csrfToken?: string;
  look?: Look;
  form?: URLSearchParams;
  file?: FormFile;
  /** True once an action was carried out. */
  isSaved?: boolean;
  /** Pending work in the workspace. */
  countWaiting?: () => Promise<ShellFacts>;
  /** Saved views that the sidebar shows. */
  listSidebarViews?: () => Promise<{ shown: SidebarView[]; countHref?: string }>;
  /** Notice of the last action, returned once unless it can be undone. */
  takeNotice?: () => { text: string; undo?: string } | undefined;
}

export type WebContext = RouterContext<WebState>;
export type WebMiddleware = (ctx: WebContext, next: Next) => Promise<unknown>;
export type WebRouter = Router<WebState>;
