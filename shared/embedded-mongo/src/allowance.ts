import { MongoError } from './errors.ts';

/**
 * What one operation may do before others have their turn. Commands are carried out in one thread, so what runs between
 * two turns is one operation's; beginning a turn resets the count.
 */
const stepsMax = 250_000;
const stepsPerLook = 2_000;
const turnMs = 2;

/** What one operation may keep in memory. */
export const operationBytesMax = 100 * 1024 * 1024;

/** For each element of an array that is sorted at once. */
export const sortSteps = 20;

let used = 0;
let nextLook = stepsPerLook;
let until = 0;
let deadline = Number.POSITIVE_INFINITY;

export function timeExceeded(detail = ''): MongoError {
  return new MongoError(50, `operation exceeded time limit${detail}`);
}

/** Begins a turn, or goes on with one after everybody who waited was served. */
export function beginTurn(operationDeadline: number): void {
  until = performance.now() + turnMs;
  continueTurn(operationDeadline);
}

/** Counts from the start again without a new time: between two documents, where the operation could stop. */
export function continueTurn(operationDeadline: number): void {
  deadline = operationDeadline;
  used = 0;
  nextLook = stepsPerLook;
  planEnd();
}

let isEndPlanned = false;

/** The limit ends with the turn: what runs later, as housekeeping does, must not meet the limit of another operation. */
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

/** Counts work of about 50 ns a step; throws when the operation is out of time, or one document takes too many. */
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

/** Whether others should have their turn before the next document. */
export function isTurnOver(): boolean {
  return performance.now() > until;
}

/** What the items of a chunk become, in parts: after each the operation can stop for others. */
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

/** The memory of one operation; what it keeps longer than one document is counted. */
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
