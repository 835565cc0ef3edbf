import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { draftForNextReply } from '../../engine/replies/autopilot/draft-replies.ts';
import { type Loop, restUntilWoken, startLoop } from '../poll-loop.ts';

/** Processes replies that autopilot may respond to, if a person turned it on. */
export function startAutopilotLoop(deps: EngineDeps): Loop {
  return startLoop({
    name: 'autopilot',
    idleMs: deps.config.worker.pollMs,
    restFactorMax: restUntilWoken,
    isWoken: true,
    log: deps.log,
    step: () => draftForNextReply(deps),
  });
}
