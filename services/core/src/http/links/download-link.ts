import type { Context, Middleware } from 'koa';
import { apiPrefix, type FileResult } from '../../actions/definition/define-action.ts';
import { AppError } from '../../errors/errors.ts';
import type { KeyRing } from '../../secrets/key-ring.ts';
import { seal, unseal } from '../../secrets/secret-box.ts';
import type { GatewayClaims } from '../gateway-token.ts';
import type { Deps, RequestState } from '../request-state.ts';

const context = 'download link';
const linkMs = 15 * 60_000;
const path = `${apiPrefix}/downloads/`;

/** A sealed request for one file. It has the rights of its credential, as they are when the link is used. */
interface SealedRequest {
  /** Path and query of the request. */
  url: string;
  /** For an API key: its header. */
  authorization?: string;
  /** For a connection: its verified claims, because its tokens are shorter-lived than a link. */
  claims?: GatewayClaims;
  /** In ms. */
  until: number;
}

/** A caller that cannot take a file asks for a link with this header. */
export function wantsLink(ctx: Context): boolean {
  return ctx.get('download') === 'link';
}

/** Data of the response instead of the file. */
export function linkTo(
  ctx: Context & { state: RequestState },
  { contentType, fileName }: Pick<FileResult, 'contentType' | 'fileName'>,
  { keyRing, baseUrl, now }: { keyRing: KeyRing; baseUrl: string; now: Date },
) {
  const until = now.getTime() + linkMs;
  const { claims } = ctx.state;
  const by = claims ? { claims } : { authorization: ctx.get('authorization') };
  const token = seal(keyRing, context, JSON.stringify({ url: ctx.url, ...by, until } satisfies SealedRequest));
  return {
    url: `${baseUrl}${path}${token}`,
    fileName,
    mediaType: contentType,
    expiresAt: new Date(until).toISOString(),
  };
}

/** Continues with the request that a link stands for. */
export function openDownloadLinks(deps: Pick<Deps, 'config' | 'now'>): Middleware<RequestState> {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(path)) return next();
    if (ctx.method !== 'GET') throw new AppError('method_not_allowed', 'A download link takes GET.');
    const { url, authorization, claims } = open(ctx.path.slice(path.length), deps.config.keyRing, deps.now());
    ctx.url = url;
    ctx.state.claims = claims;
    ctx.req.headers.authorization = authorization ?? '';
    delete ctx.req.headers.download;
    ctx.set('Cache-Control', 'no-store');
    await next();
  };
}

function open(token: string, keyRing: KeyRing, now: Date): SealedRequest {
  try {
    const sealed = JSON.parse(unseal(keyRing, context, token)) as SealedRequest;
    if (sealed.until > now.getTime()) return sealed;
  } catch {
    // Not a token of ours.
  }
  throw new AppError('not_found', 'This link is unknown or has expired: ask for the file again.');
}
