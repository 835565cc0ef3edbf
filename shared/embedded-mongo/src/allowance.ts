import { MongoError } from './errors.ts';

/**
 * Limits of one operation before others get a turn. A single thread runs all commands, so everything between two turns
 * belongs to one operation. Each new turn resets the count.
 */
const stepsMax = 250_000;
const stepsPerLook = 2_000;
const turnMs = 2;

/** Memory limit of one operation, in bytes. */
export const operationBytesMax = 100 * 1024 * 1024;

/** Steps for each element of an array that is sorted in one call. */
export const sortSteps = 20;

let used = 0;
let nextLook = stepsPerLook;
let until = 0;
let deadline = Number.POSITIVE_INFINITY;

export function timeExceeded(detail = ''): MongoError {
  return new MongoError(50, `operation exceeded time limit${detail}`);
}

/** Begins a turn, or resumes an operation after all waiting clients got their turn. */
export function beginTurn(operationDeadline: number): void {
  until = performance.now() + turnMs;
  continueTurn(operationDeadline);
}

/** Resets the count without reading the clock. Called between two documents, where the operation could stop. */
export function continueTurn(operationDeadline: number): void {
  deadline = operationDeadline;
  used = 0;
  nextLook = stepsPerLook;
  planEnd();
}

let isEndPlanned = false;

/**
 * Lifts the limit at the end of the turn, so that later work, such as housekeeping, is not bound by another operation's
 * limit.
 */
function planEnd(): void {
  if (isEndPlanned) return;
  isEndPlanned = true;
  setImmediate(() => {
    isEndPlanned = false;
    deadline = Number.POSITIVE_INFINITY;
    used = 0;
    nextLook = stepsPerLook;
  });
}

/** Counts steps of about 50 ns each. Throws if the operation is out of time or if one document takes too many steps. */
export function spend(steps: number): void {
  used += steps;
  if (used < nextLook) return;
  look();
}

function look(): void {
  nextLook = used + stepsPerLook;
  if (performance.now() > deadline) throw timeExceeded();
  if (!(used <= stepsMax)) throw timeExceeded(`: more than ${stepsMax} steps for one document`);
}

/** True if others should get a turn before the next document. */
export function isTurnOver(): boolean {
  return performance.now() > until;
}

/** Yields the results of a chunk in parts. The operation can pause after each part. */
export function* inTurns<Item, Result>(
  items: readonly Item[],
  each: (item: Item) => readonly Result[],
): Generator<Result[]> {
  let part: Result[] = [];
  for (const item of items) {
    for (const result of each(item)) part.push(result);
    if (!isTurnOver()) continue;
    yield part;
    part = [];
  }
  if (part.length > 0 || items.length === 0) yield part;
}

/** Memory used by one operation. Counts only memory kept for longer than one document. */
export class Memory {
  private bytes = 0;

  keep(bytes: number, what: string): void {
    this.bytes += bytes;
    if (this.bytes <= operationBytesMax) return;
    throw new MongoError(
      146,
      `${what} used too much memory and cannot spill to disk. Memory limit: ${operationBytesMax} bytes`,
    );
  }

  release(bytes: number): void {
    this.bytes -= bytes;
  }
}
