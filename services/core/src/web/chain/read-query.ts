import { cutText } from '@outbound/node-service/text/cut-text';
import type { WebContext } from '../frame/web-deps.ts';

const [searchLengthMin, searchLengthMax] = [2, 100];

/** What the address searches for; a single letter filters nothing. */
export function searchIn(ctx: WebContext): string | undefined {
  const text = cutText(parameterIn(ctx, 'q')?.trim() ?? '', searchLengthMax);
  return text.length < searchLengthMin ? undefined : text;
}

export function parameterIn(ctx: WebContext, name: string): string | undefined {
  const value = ctx.query[name];
  return typeof value === 'string' ? value : undefined;
}
