import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { MongoError } from '../errors.ts';

export const mechanism = 'SCRAM-SHA-256';
const iterations = 15_000;
const digestBytes = 32;
const nonceBytes = 24;

/** The credentials that a client proves, as the server stores them (RFC 5802, section 3). */
export interface Login {
  user: string;
  salt: Buffer;
  storedKey: Buffer;
  serverKey: Buffer;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The password must be ASCII, so that it needs no preparation (RFC 4013). */
export function makeLogin(user: string, password: string): Login {
  const salt = randomBytes(28);
  const salted = pbkdf2Sync(password, salt, iterations, digestBytes, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest();
  return { user, salt, storedKey, serverKey: hmac(salted, 'Server Key') };
}

export function authenticationFailed(): MongoError {
  return new MongoError(18, 'Authentication failed.');
}

/** Parses the attributes of one message: "r=...,s=..." */
function attributes(message: string): Map<string, string> {
  return new Map(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));
}

function decodeName(name: string): string {
  return name.replaceAll('=2C', ',').replaceAll('=3D', '=');
}

/** Server side of one SCRAM-SHA-256 exchange (RFC 7677): `start`, then `finish`. */
export class ScramConversation {
  private readonly login: Login;
  private header = '';
  private nonce = '';
  private firstMessages = '';
  private isKnownUser = false;

  constructor(login: Login) {
    this.login = login;
  }

  /** Processes the client's first message. An unknown user gets the same reply as a known one. */
  start(clientFirst: string): string {
    const [, header, bare] = /^([ny],[^,]*,)(.*)$/s.exec(clientFirst) ?? [];
    const fields = attributes(bare ?? '');
    const clientNonce = fields.get('r');
    if (!header || !bare || !clientNonce || fields.has('m')) throw authenticationFailed();
    this.header = header;
    this.isKnownUser = decodeName(fields.get('n') ?? '') === this.login.user;
    this.nonce = clientNonce + randomBytes(nonceBytes).toString('base64');
    const serverFirst = `r=${this.nonce},s=${this.login.salt.toString('base64')},i=${iterations}`;
    this.firstMessages = `${bare},${serverFirst}`;
    return serverFirst;
  }

  /** Checks the client's proof and returns the server's. Throws if the password is wrong. */
  finish(clientFinal: string): string {
    const [, unproven, proof] = /^(.*),p=([^,]*)$/s.exec(clientFinal) ?? [];
    const fields = attributes(unproven ?? '');
    const isSameChannel = fields.get('c') === Buffer.from(this.header).toString('base64');
    if (!unproven || !isSameChannel || fields.get('r') !== this.nonce) throw authenticationFailed();
    const signed = `${this.firstMessages},${unproven}`;
    if (!this.proves(Buffer.from(proof!, 'base64'), signed)) throw authenticationFailed();
    return `v=${hmac(this.login.serverKey, signed).toString('base64')}`;
  }

  private proves(proof: Buffer, signed: string): boolean {
    if (proof.length !== digestBytes) return false;
    const signature = hmac(this.login.storedKey, signed);
    const clientKey = Buffer.from(proof.map((byte, at) => byte ^ signature[at]!));
    const isRight = timingSafeEqual(createHash('sha256').update(clientKey).digest(), this.login.storedKey);
    return isRight && this.isKnownUser;
  }
}
