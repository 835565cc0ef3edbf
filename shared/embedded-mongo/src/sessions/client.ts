import type { ClientLogin } from '../authentication/client-login.ts';

/** Where commands come from, as far as they concern it. */
export interface Client {
  readonly id: number;
  readonly isClosed: boolean;
  /** The address by which this client reached the server. */
  readonly localAddress: string;
  /** How long its last commands held everybody up before they first paused; such a client waits in line for the next. */
  heldUpMs: number;
  /** The name that the client's program gave in its first hello. */
  appName: string | undefined;
  readonly login: ClientLogin;
  /** Ends the connection without an answer. */
  close(): void;
}
