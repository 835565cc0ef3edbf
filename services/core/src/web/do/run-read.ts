import type { ReadResult } from '../../actions/definition/define-action.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { readNamed, typeOfField } from '../shown/record-types.ts';
import { readChecked } from './perform-action.ts';

type Data = Record<string, unknown>;

/** Runs a read of the API by name, for the person at the page. */
export function runReadNamed(ctx: WebContext, deps: WebDeps, name: string, input: Data): Promise<ReadResult<unknown>> {
  return readChecked(ctx, deps, readNamed(name), input);
}

/** A record as the API returns it. Undefined if records of its type cannot be read individually. */
export async function readRecord(
  ctx: WebContext,
  deps: WebDeps,
  idField: string,
  id: string,
): Promise<Data | undefined> {
  const get = typeOfField(idField)?.get;
  return get === undefined ? undefined : ((await runReadNamed(ctx, deps, get, { [idField]: id })).data as Data);
}
