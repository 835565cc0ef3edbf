import type { Act } from './act.ts';
import { calls, keyCalls } from './calls.ts';
import { approvals, connectionActs } from './connection-acts.ts';
import { links } from './link-acts.ts';
import { pages } from './page-acts.ts';

/** In order: those that use up a grant come last. */
export const acts: readonly Act[] = [
  ...keyCalls,
  ...calls,
  ...approvals,
  ...pages,
  ...connectionActs,
  ...links,
].toSorted((one, other) => Number(other.isRepeatable) - Number(one.isRepeatable));
