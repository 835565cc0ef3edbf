import { changeViews } from '../../actions/events/changes/change-views.ts';
import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { publishChanges } from '../../store/events/changes/publish-changes.ts';
import { type Loop, restForClock, startLoop } from '../poll-loop.ts';

/** Moves committed changes into the change feed. */
export function startChangeLoop(deps: EngineDeps): Loop {
  return startLoop({
    name: 'changes',
    idleMs: deps.config.worker.pollMs,
    restFactorMax: restForClock,
    isWoken: true,
    log: deps.log,
    step: () => publishChanges(changeViews, deps.now()),
  });
}
