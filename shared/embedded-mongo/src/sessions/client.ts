import type { ClientLogin } from '../authentication/client-login.ts';

/** Source of commands, as far as the commands need to know it. */
export interface Client {
  readonly id: number;
  readonly isClosed: boolean;
  /** The address that this client used to reach the server. */
  readonly localAddress: string;
  /**
   * Time that its last commands blocked all others before their first pause, in milliseconds. A slow client queues for
   * its next command.
   */
  heldUpMs: number;
  /** Application name from the client's first hello. */
  appName: string | undefined;
  readonly login: ClientLogin;
  /** Ends the connection without a reply. */
  close(): void;
}
