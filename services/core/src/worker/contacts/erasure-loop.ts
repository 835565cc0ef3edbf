import { forgetMentions } from '../../engine/contacts/forget-mentions.ts';
import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { type Loop, startLoop } from '../poll-loop.ts';

const restMs = 5_000;
const restFactorMax = 3;

/** Removes erased people from records about others. */
export function startErasureLoop(deps: EngineDeps): Loop {
  const step = async (): Promise<boolean> => (await forgetMentions(deps)) > 0;
  return startLoop({ name: 'erasure', idleMs: restMs, restFactorMax, log: deps.log, step });
}
