import { propertiesOf } from '../forms/schema-kind.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { actionNamed } from '../shown/record-types.ts';
import { runReadNamed } from './run-read.ts';

type Data = Record<string, unknown>;

const pagesMax = 20;
const pageSize = 100;

/** Input that creates a record of a list again, without its ID and version. Undefined if it is not in the list. */
export async function recordsAsCreated(
  ctx: WebContext,
  deps: WebDeps,
  { list, create, id }: { list: string; create: string; id: string },
): Promise<Data | undefined> {
  const names = propertiesOf(actionNamed(create)!.input).map(([name]) => name);
  let cursor: string | null | undefined;
  for (let page = 0; page < pagesMax && cursor !== null; page += 1) {
    const found = await runReadNamed(ctx, deps, list, { limit: pageSize, ...(cursor && { cursor }) });
    const record = (found.data as Data[]).find((one) => one.id === id);
    if (record !== undefined) {
      return Object.fromEntries(names.filter((name) => record[name] != null).map((name) => [name, record[name]]));
    }
    cursor = found.page?.nextCursor ?? null;
  }
  return undefined;
}
