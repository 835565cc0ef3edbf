import { AppError } from '../../errors/errors.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { typeOfId } from '../shown/record-types.ts';
import { readRecord } from './run-read.ts';

/** The page the person came from, or the list if that record no longer exists. */
export async function standing(ctx: WebContext, deps: WebDeps, back: string): Promise<string> {
  const id = back.split('?')[0]!.split('/').at(-1)!;
  const type = typeOfId(id);
  if (type === undefined) return back;
  const isGone = await readRecord(ctx, deps, type.idField, id).then(
    () => false,
    (error) => error instanceof AppError && error.code === 'not_found',
  );
  return isGone ? type.path : back;
}
