import type { Login } from '../authentication/scram.ts';

/** Access path of a client. */
export interface Access {
  /** Credentials that the client must prove, if any. */
  login: Login | undefined;
  /** The socket file, unless the client uses TCP. */
  address: string | undefined;
  onClosed(): void;
}
