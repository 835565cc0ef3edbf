import { type Login, ScramConversation } from './scram.ts';

/** Sign-in state of one client. Without required credentials, the client is signed in from the start. */
export class ClientLogin {
  readonly required: Login | undefined;
  isDone: boolean;
  conversation: { scram: ScramConversation; skipsEmpty: boolean; isProven: boolean } | undefined;

  constructor(required: Login | undefined) {
    this.required = required;
    this.isDone = required === undefined;
  }

  /** The user name, once the client has proved that it knows the password. */
  get user(): string | undefined {
    return this.isDone ? this.required?.user : undefined;
  }

  begin(clientFirst: string, skipsEmpty: boolean): string {
    const scram = new ScramConversation(this.required!);
    const serverFirst = scram.start(clientFirst);
    this.conversation = { scram, skipsEmpty, isProven: false };
    return serverFirst;
  }

  end(): void {
    this.conversation = undefined;
    this.isDone = true;
  }
}
