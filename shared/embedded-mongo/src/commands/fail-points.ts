import { setTimeout as wait } from 'node:timers/promises';
import { timeExceeded } from '../allowance.ts';
import { type Document, isDocument, toNumber, type Value } from '../bson/values.ts';
import { badValue, MongoError, notSupported } from '../errors.ts';
import type { Client } from '../sessions/client.ts';
import { ok, type Reply } from './error-reply.ts';

/** A command that can fail. */
interface Target {
  name: string;
  body: Document;
  client: Client;
  /** On the `performance` clock, in milliseconds. */
  deadline: number;
}

/** A failure that a client requests for its own tests, as MongoDB offers it for driver tests. */
interface FailPoint {
  /** In lowercase, because some commands have two spellings. */
  commands: readonly string[];
  /** Number of commands that still fail, after `skip` commands that pass. */
  times: number;
  skip: number;
  data: Document;
}

const retryable = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
const transientOnly = new Set([24, 112, 246, 251, 267]);
/** Names of codes that only fail points use. */
const names: Record<number, string> = {
  6: 'HostUnreachable',
  7: 'HostNotFound',
  89: 'NetworkTimeout',
  91: 'ShutdownInProgress',
  100: 'UnsatisfiableWriteConcern',
  189: 'PrimarySteppedDown',
  262: 'ExceededTimeLimit',
  9001: 'SocketException',
  10107: 'NotWritablePrimary',
  11600: 'InterruptedAtShutdown',
  11601: 'Interrupted',
  11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk',
  13436: 'NotPrimaryOrSecondary',
};

function modeOf(mode: Value | undefined): { times: number; skip: number } | undefined {
  if (mode === 'off') return undefined;
  if (mode === 'alwaysOn') return { times: Number.POSITIVE_INFINITY, skip: 0 };
  if (isDocument(mode) && mode.times !== undefined) return { times: toNumber(mode.times), skip: 0 };
  if (isDocument(mode) && mode.skip !== undefined)
    return { times: Number.POSITIVE_INFINITY, skip: toNumber(mode.skip) };
  throw badValue('the mode of a fail point must be "off", "alwaysOn", {times: n} or {skip: n}');
}

/** Error labels that tell the client how to react. Used if the fail point does not set its own. */
function labelsOf(call: Target, code: number): string[] {
  const { body, name } = call;
  const isEnd = name === 'commitTransaction' || name === 'abortTransaction';
  const isInTransaction = body.autocommit === false;
  if (isInTransaction && !isEnd)
    return retryable.has(code) || transientOnly.has(code) ? ['TransientTransactionError'] : [];
  if (name === 'commitTransaction' && transientOnly.has(code)) return ['TransientTransactionError'];
  return body.txnNumber !== undefined && retryable.has(code) ? ['RetryableWriteError'] : [];
}

function named(code: number, details: Document): Document {
  const codeName = names[code];
  return codeName === undefined ? details : { codeName, ...details };
}

/** A connection has no name until its first hello, which contains the name, has run. */
function appNameOf({ body, client }: Target): Value | undefined {
  const application = isDocument(body.client) ? body.client.application : undefined;
  return isDocument(application) ? application.name : client.appName;
}

export class FailPoints {
  private current: FailPoint | undefined;

  configure({ configureFailPoint: name, mode, data }: Document): Reply {
    if (name !== 'failCommand') throw notSupported(`the fail point ${String(name)}`);
    const wanted = modeOf(mode);
    const fields = isDocument(data) ? data : {};
    const commands = Array.isArray(fields.failCommands)
      ? fields.failCommands.map((name) => String(name).toLowerCase())
      : [];
    this.current = wanted && { ...wanted, commands, data: fields };
    return { count: 0, ok };
  }

  private take(call: Target): Document | undefined {
    const { current } = this;
    if (!current?.commands.includes(call.name.toLowerCase())) return undefined;
    const { appName } = current.data;
    if (appName !== undefined && appName !== appNameOf(call)) return undefined;
    if (current.skip > 0) {
      current.skip--;
      return undefined;
    }
    if (--current.times <= 0) this.current = undefined;
    return current.data;
  }

  /** Fails or delays the command as configured. Returns the fields to add to the reply of a command that runs. */
  async meet(call: Target): Promise<Reply> {
    const data = this.take(call);
    if (!data) return {};
    if (data.blockConnection === true) await block(call, toNumber(data.blockTimeMS));
    const labels = Array.isArray(data.errorLabels) ? data.errorLabels.map(String) : undefined;
    if (data.closeConnection === true) {
      call.client.close();
      throw new MongoError(9001, 'the connection was closed by a fail point');
    }
    if (data.errorCode !== undefined) {
      const code = toNumber(data.errorCode);
      const message = "Failing command via 'failCommand' failpoint";
      throw new MongoError(code, message, named(code, {}), labels ?? labelsOf(call, code));
    }
    return isDocument(data.writeConcernError) ? concernReply(call, data.writeConcernError, labels) : {};
  }
}

/** Skips a command if its time limit passes or its client disconnects during the delay. */
async function block({ deadline, client }: Target, ms: number): Promise<void> {
  const leftMs = Math.max(0, deadline - performance.now());
  await wait(Math.min(ms, leftMs));
  if (ms >= leftMs) throw timeExceeded();
  if (client.isClosed) throw new MongoError(279, 'the client has gone');
}

/** The command itself has not failed, so its transaction need not be retried. */
function concernReply(call: Target, error: Document, labels: string[] | undefined): Reply {
  const code = toNumber(error.code);
  const found = labels ?? labelsOf(call, code).filter((label) => label !== 'TransientTransactionError');
  const writeConcernError = named(code, error) as Reply;
  return found.length > 0 ? { writeConcernError, errorLabels: found } : { writeConcernError };
}
