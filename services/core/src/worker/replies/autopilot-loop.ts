import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { draftForNextReply } from '../../engine/replies/autopilot/draft-replies.ts';
import { type Loop, restUntilWoken, startLoop } from '../poll-loop.ts';

/** Looks at replies that autopilot may answer, where a person has switched that on. */
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
