import { readsLikeName } from '@outbound/node-service/text/reads-like-name';
import { withoutHidden } from '../text/clean-text.ts';
import { namedKinds } from './named-kinds.ts';
import type { LookUp } from './resolve-names.ts';

const pageSize = 50;
const completionsMax = 20;

/** Names of stored records that contain the typed text, in any case, as the caller may read them. */
export async function completeName(prefix: string, typed: string, lookUp: LookUp): Promise<string[]> {
  const kind = namedKinds[prefix]!;
  const filter = typed === '' ? {} : (kind.filter?.(typed) ?? {});
  const { items } = await lookUp(kind.list, { ...filter, limit: pageSize });
  const wanted = typed.toLowerCase();
  const names = items
    .flatMap((item) => kind.namesOf(item).filter(Boolean).slice(-1))
    .map((name) => withoutHidden(String(name ?? '')));
  const fitting = names.filter((name) => name.toLowerCase().includes(wanted) && isShown(name));
  return [...new Set(fitting)].slice(0, completionsMax);
}

/** A stranger can have written a name, so only those that read like one are shown. */
function isShown(name: string): boolean {
  return name !== '' && (name.includes('@') || readsLikeName(name));
}
