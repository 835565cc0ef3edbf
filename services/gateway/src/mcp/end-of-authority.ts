import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'express';
import { GatewayError } from '../errors/errors.ts';
import type { Principal } from '../members/principal.ts';
import type { ToolContext } from '../tools/tool.ts';

const checkEveryMs = 200;

/** Resolves when the principal's authority ends. Never resolves if the call is over before. */
export async function endOfAuthority(principal: Principal, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await pause(checkEveryMs, undefined, { ref: false, signal: over }).catch(() => undefined);
    if (!over.aborted && !(await isInForce(principal))) return;
  }
  await new Promise(() => {});
}

/** If the core is unavailable, the authority counts as unchanged. A rejection of the workspace ends it. */
async function isInForce(principal: Principal): Promise<boolean> {
  try {
    return await principal.isInForce();
  } catch (error) {
    return !(error instanceof GatewayError && error.code === 'forbidden');
  }
}

/** Closes a stream that is still open when the principal's authority ends. A plain response is over before. */
export function endWithAuthority({ principal }: ToolContext, res: Response): void {
  const over = new AbortController();
  res.once('close', () => over.abort());
  void endOfAuthority(principal, over.signal).then(() => res.headersSent && res.destroy());
}
