import { type Login, ScramConversation } from './scram.ts';

/** How far one client has come with logging in; without a login to prove there is nothing to do. */
export class ClientLogin {
  readonly required: Login | undefined;
  isDone: boolean;
  conversation: { scram: ScramConversation; skipsEmpty: boolean; isProven: boolean } | undefined;

  constructor(required: Login | undefined) {
    this.required = required;
    this.isDone = required === undefined;
  }

  /** The user, once the client has proved to know the password. */
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
