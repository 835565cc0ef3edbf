import type { Login } from '../authentication/scram.ts';

/** How a client came in. */
export interface Access {
  /** What it has to prove to know, if anything. */
  login: Login | undefined;
  /** The socket file, when it did not come over TCP. */
  address: string | undefined;
  onClosed(): void;
}
