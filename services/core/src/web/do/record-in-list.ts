import { propertiesOf } from '../forms/schema-kind.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { actionNamed } from '../shown/record-types.ts';
import { runReadNamed } from './run-read.ts';

type Data = Record<string, unknown>;

const pagesMax = 20;
const pageSize = 100;

/** A record of a kind that only its list returns. Undefined if it is not in the list. */
export async function recordInList(
  ctx: WebContext,
  deps: WebDeps,
  list: string,
  id: string,
): Promise<Data | undefined> {
  const isPaged = Object.hasOwn(actionNamed(list)!.input.properties, 'limit');
  let cursor: string | null | undefined;
  for (let page = 0; page < pagesMax && cursor !== null; page += 1) {
    const found = await runReadNamed(ctx, deps, list, {
      ...(isPaged && { limit: pageSize }),
      ...(cursor && { cursor }),
    });
    const record = (found.data as Data[]).find((one) => one.id === id);
    if (record !== undefined) return record;
    cursor = found.page?.nextCursor ?? null;
  }
  return undefined;
}

/** Input that creates the record again, without its ID and version. */
export function asCreated(create: string, record: Data): Data {
  const names = propertiesOf(actionNamed(create)!.input).map(([name]) => name);
  return Object.fromEntries(names.filter((name) => record[name] != null).map((name) => [name, record[name]]));
}
