import { Binary } from 'bson';
import type { ClientLogin } from '../authentication/client-login.ts';
import { mechanism } from '../authentication/scram.ts';
import { type Document, isDocument, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Call, Command } from './command.ts';
import { ok, type Reply } from './error-reply.ts';

const conversationId = 1;

function payloadOf(value: Value | undefined): string {
  if (!(value instanceof Binary)) throw new MongoError(14, "BSON field 'payload' is the wrong type, expected binData");
  return Buffer.from(value.buffer.subarray(0, value.position)).toString('utf8');
}

function step(payload: string, done: boolean): Reply {
  return { conversationId, done, payload: new Binary(Buffer.from(payload)) };
}

function start(login: ClientLogin, body: Document): Reply {
  if (!login.required) throw new MongoError(59, "no such command: 'saslStart'");
  if (body.mechanism !== mechanism)
    throw new MongoError(334, `Received authentication for mechanism ${body.mechanism} which is not enabled`);
  const skipsEmpty = isDocument(body.options) && body.options.skipEmptyExchange === true;
  return step(login.begin(payloadOf(body.payload), skipsEmpty), false);
}

/** The last exchange is empty unless the client asked to skip it. */
function proceed({ client: { login, id }, body, engine }: Call): Reply {
  const { conversation } = login;
  if (!conversation) throw new MongoError(17, 'No SASL session state found');
  if (conversation.isProven) {
    login.end();
    return { ...step('', true), ok };
  }
  try {
    const proof = conversation.scram.finish(payloadOf(body.payload));
    conversation.isProven = true;
    if (conversation.skipsEmpty) login.end();
    return { ...step(proof, conversation.skipsEmpty), ok };
  } catch (error) {
    login.conversation = undefined;
    engine.log(`connection ${id}: authentication failed`);
    throw error;
  }
}

/** Sign-in fields of a hello reply. A client can ask for the mechanisms, and start the exchange in the same message. */
export function loginFields({ client, body }: Call): Reply {
  if (!client.login.required) return {};
  const reply: Reply = {};
  if (body.saslSupportedMechs !== undefined) reply.saslSupportedMechs = [mechanism];
  if (isDocument(body.speculativeAuthenticate) && body.speculativeAuthenticate.mechanism === mechanism) {
    reply.speculativeAuthenticate = start(client.login, body.speculativeAuthenticate);
  }
  return reply;
}

function connectionStatus(call: Call): Reply {
  const { user } = call.client.login;
  const authenticatedUsers = user === undefined ? [] : [{ user, db: 'admin' }];
  const authenticatedUserRoles = user === undefined ? [] : [{ role: 'root', db: 'admin' }];
  return { authInfo: { authenticatedUsers, authenticatedUserRoles }, ok };
}

function logout({ client: { login } }: Call): Reply {
  if (login.required) login.isDone = false;
  return { ok };
}

/** Rejects commands that require a signed-in client. */
export function checkLogin(call: Call, command: Command): void {
  if (call.client.login.isDone || command.isBeforeLogin) return;
  throw new MongoError(13, `Command ${call.name} requires authentication`);
}

export const authenticationCommands: Command[] = [
  { names: ['saslStart'], isBeforeLogin: true, run: ({ client, body }) => ({ ...start(client.login, body), ok }) },
  { names: ['saslContinue'], isBeforeLogin: true, run: proceed },
  { names: ['logout'], isBeforeLogin: true, run: logout },
  { names: ['connectionStatus'], isBeforeLogin: true, run: connectionStatus },
];
