import { AppError } from '../../errors/errors.ts';
import { listMailboxes } from '../../store/mailboxes/mailbox-store.ts';

/** Throws unless the workspace is a sandbox, for operations that must not reach real people. */
export async function requireSandbox(workspaceId: string, what: string): Promise<void> {
  const real = (await listMailboxes(workspaceId)).find(({ kind }) => kind !== 'capture');
  if (real === undefined) return;
  throw new AppError(
    'invalid_state',
    `${what} is for workspaces without a real mailbox; ${real.address} is connected here.`,
  );
}
