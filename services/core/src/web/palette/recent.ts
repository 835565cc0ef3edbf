import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { readCookie, writeCookie } from '../frame/cookies.ts';
import type { WebConfig, WebContext, WebMiddleware } from '../frame/web-deps.ts';
import { pageOfId, typeOfId } from '../shown/record-types.ts';
import type { Hit } from './rank.ts';

const keptMax = 8;

const icons: Readonly<Record<string, string>> = {
  con: 'users',
  com: 'building-2',
  cmp: 'send',
  lst: 'list',
  rpl: 'inbox',
  mbx: 'mail',
  msg: 'mail',
};

/**
 * Keeps which records the person opened last, for the palette. The cookie has their IDs, never a name: the names are
 * read from the workspace when they are shown.
 */
export function keepRecent(config: WebConfig): WebMiddleware {
  return async (ctx, next) => {
    await next();
    if (ctx.method !== 'GET' || ctx.status !== 200 || ctx.state.member === undefined) return;
    const id = ctx.path.split('/').at(-1)!;
    if (pageOfId(id) !== ctx.path || icons[prefixOf(id)] === undefined) return;
    const ids = [id, ...recentIds(ctx, config).filter((one) => one !== id)].slice(0, keptMax);
    writeCookie(ctx, config, 'outbound_recent', [memberIn(ctx).user.id, ...ids].join('.'));
  };
}

/** The records that the person opened last in this browser and that still exist, the last one first. */
export async function recentHits(ctx: WebContext, config: WebConfig): Promise<Hit[]> {
  const ids = recentIds(ctx, config);
  const names = await namesOfRecords(memberIn(ctx).workspace.id, ids);
  return ids.flatMap((id) => {
    const [text, icon, href] = [names.get(id), icons[prefixOf(id)], pageOfId(id)];
    if (text === undefined || icon === undefined || href === undefined) return [];
    const noun = typeOfId(id)!.noun;
    return [{ href, icon, text, note: `${noun[0]!.toUpperCase()}${noun.slice(1)}` }];
  });
}

/** None if another person used this browser. */
function recentIds(ctx: WebContext, config: WebConfig): string[] {
  const [userId, ...ids] = (readCookie(ctx, config, 'outbound_recent') ?? '').split('.');
  return userId === memberIn(ctx).user.id ? ids.slice(0, keptMax) : [];
}

function prefixOf(id: string): string {
  return id.split('_')[0]!;
}
