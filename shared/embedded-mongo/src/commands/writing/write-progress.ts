import { continueTurn } from '../../allowance.ts';
import type { Document } from '../../bson/values.ts';
import { MongoError } from '../../errors.ts';
import { Blocked } from '../../sessions/locks.ts';
import { Breather } from '../breathe.ts';
import type { Call } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { TallyNotes } from './tally-notes.ts';

/** What the statements of one write command have done so far. */
export interface Tally {
  n: number;
  nModified?: number;
  upserted: { index: number; _id: Document[string] }[];
  writeErrors: Reply[];
}

export function emptyTally(): Tally {
  return { n: 0, upserted: [], writeErrors: [] };
}

const maxTimeExpired = 50;

/** Thrown by a step that is not done when others should have their turn: it is called again after that. */
export class TurnOver extends Error {}

/**
 * Runs the statements of a command one by one. Whenever others get their turn in between, a retryable command notes how
 * far it has come, in the same batch as its writes, so that a repetition after a crash goes on from there.
 */
export class StatementRunner {
  private readonly call: Call;
  private readonly tally: Tally;
  private readonly breather: Breather;
  private readonly notes: TallyNotes | undefined;
  private done = 0;

  constructor(call: Call, tally: Tally) {
    this.call = call;
    this.tally = tally;
    this.breather = new Breather(call.deadline);
    this.notes = call.origin && new TallyNotes(call.engine.store.outcomes, call.origin, tally);
    call.notes = this.notes;
  }

  async run(count: number, isOrdered: boolean, statement: (at: number) => Promise<void> | void): Promise<void> {
    const { earlier } = this.call;
    if (earlier && this.notes) this.done = this.notes.restore(earlier);
    for (; this.done < count; this.done++) {
      if (!(await this.runOne(this.done, statement)) && isOrdered) return;
      // After the last one there is nothing to pause for.
      if (this.done + 1 < count && this.breather.isDue) await this.pause(1);
    }
  }

  /** False when the statement failed and the command goes on or ends with that. */
  private async runOne(at: number, statement: (at: number) => Promise<void> | void): Promise<boolean> {
    try {
      await statement(at);
      return true;
    } catch (error) {
      if (!(error instanceof MongoError) || isTopLevel(error)) throw error;
      const { message, code, details } = error;
      this.tally.writeErrors.push({ index: at, code, errmsg: message, ...(details as Reply) });
      return false;
    }
  }

  private async pause(finished: number): Promise<void> {
    this.notes?.note(this.done + finished);
    await this.giveWay();
  }

  /** Others have their turn, and the log may be on its way to being emptied. */
  private async giveWay(): Promise<void> {
    await this.breather.pause();
    if (!this.call.transaction) await this.call.engine.store.queue.pass();
  }

  /** Repeats a step until it is done and no open transaction is in its way. */
  async untilFree<T>(step: () => T): Promise<T> {
    for (;;) {
      continueTurn(this.call.deadline);
      try {
        return step();
      } catch (error) {
        if (!(error instanceof Blocked || error instanceof TurnOver)) throw error;
        this.notes?.note(this.done);
        await (error instanceof Blocked ? this.waitFor(error) : this.giveWay());
      }
    }
  }

  private async waitFor(blocked: Blocked): Promise<void> {
    const leftMs = this.call.deadline - performance.now();
    if (!Number.isFinite(leftMs)) {
      await blocked.by.ended;
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, Math.max(0, leftMs));
    });
    await Promise.race([blocked.by.ended, late]);
    clearTimeout(timer);
    if (this.breather.isDue) await this.giveWay();
  }

  get isDue(): boolean {
    return this.breather.isDue;
  }

  /** Between the documents of one statement, which is not retryable then. */
  async breathe(): Promise<void> {
    if (this.breather.isDue) await this.giveWay();
  }
}

/** What ends the whole transaction comes with the label by which drivers run it again; running out of time ends the command. */
function isTopLevel({ code, labels }: MongoError): boolean {
  return code === maxTimeExpired || labels.includes('TransientTransactionError');
}

export function tallyReply(tally: Tally): Reply {
  const reply: Reply = { n: tally.n };
  if (tally.nModified !== undefined) reply.nModified = tally.nModified;
  if (tally.upserted.length > 0) reply.upserted = tally.upserted as Reply[];
  if (tally.writeErrors.length > 0) reply.writeErrors = tally.writeErrors;
  reply.ok = ok;
  return reply;
}
