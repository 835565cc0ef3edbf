import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { mailNotifications } from '../../engine/events/notifications/mail-notifications.ts';
import { type Loop, restUntilWoken, startLoop } from '../poll-loop.ts';

/** Sends members mail about their pending work. */
export function startNotificationLoop(deps: EngineDeps): Loop {
  const { log, config } = deps;
  return startLoop({
    name: 'notifications',
    idleMs: config.worker.pollMs,
    restFactorMax: restUntilWoken,
    isWoken: true,
    log,
    step: () => mailNotifications(deps),
  });
}
