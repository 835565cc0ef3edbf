import { continueTurn } from '../../allowance.ts';
import type { Document } from '../../bson/values.ts';
import { MongoError } from '../../errors.ts';
import { Blocked } from '../../sessions/locks.ts';
import { Breather } from '../breathe.ts';
import type { Call } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { TallyNotes } from './tally-notes.ts';

/** Results of a write command's statements so far. */
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

/** Thrown by an unfinished step to give others a turn. The step is then called again. */
export class TurnOver extends Error {}

/**
 * Runs the statements of a command one by one. Before others get a turn, a retryable command stores its progress in the
 * same batch as its writes. A retry after a crash therefore resumes from there.
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
      // No pause is needed after the last statement.
      if (this.done + 1 < count && this.breather.isDue) await this.pause(1);
    }
  }

  /** Returns false if the statement failed without failing the whole command. */
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

  /** Gives others a turn, and waits if the log is being moved. */
  private async giveWay(): Promise<void> {
    await this.breather.pause();
    if (!this.call.transaction) await this.call.engine.store.queue.pass();
  }

  /** Repeats a step until it finishes and no open transaction blocks it. */
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

  /** Called between the documents of one statement, which is then not retryable. */
  async breathe(): Promise<void> {
    if (this.breather.isDue) await this.giveWay();
  }
}

/**
 * Errors that end the whole transaction carry the label that makes drivers retry it. Running out of time ends the
 * command.
 */
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
