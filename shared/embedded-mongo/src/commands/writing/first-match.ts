import type { Found } from '../../planner/found.ts';
import type { Collection } from '../../storage/collection.ts';
import type { Call } from '../command.ts';
import { findRows } from '../reading/find-rows.ts';
import { type Statement, stillMatching } from './modify.ts';
import { type StatementRunner, TurnOver } from './write-progress.ts';

/** Finds the document that a statement changes. Runs as part of a runner's step, and can take several turns. */
export class FirstMatch {
  private readonly call: Call;
  private readonly collection: Collection;
  private readonly statement: Statement;
  private readonly runner: StatementRunner;
  private chunks: Iterator<Found[]> | undefined;
  private hasPaused = false;

  constructor(call: Call, collection: Collection, statement: Statement, runner: StatementRunner) {
    this.call = call;
    this.collection = collection;
    this.statement = statement;
    this.runner = runner;
  }

  /**
   * Returns the current state, so that it can be changed in the same turn. After `TurnOver`, the next call resumes
   * there.
   */
  find(): Found | undefined {
    this.chunks ??= findRows(this.call.view, this.collection, this.statement.query)[Symbol.iterator]();
    for (;;) {
      const { done, value } = this.chunks.next();
      if (done) return this.end(undefined);
      if (value[0]) return this.end(value[0]);
      if (!this.runner.isDue) continue;
      this.hasPaused = true;
      throw new TurnOver();
    }
  }

  private end(found: Found | undefined): Found | undefined {
    const { call, collection, statement, hasPaused } = this;
    this.chunks = undefined;
    this.hasPaused = false;
    if (!found || !hasPaused) return found;
    return stillMatching(call, collection, found.row, statement) ?? this.find();
  }
}
