import { counted } from '../../text/counted.ts';
/** A step of the store's or worker's clock, recorded in the audit log. */
export interface ClockStep {
  from: Date;
  to: Date;
}

export const clockStepAction = 'clock_step';

/** The step as the request ID of its entry, which the chain covers. */
export function clockStepId({ from, to }: ClockStep): string {
  return `clock ${from.toISOString()} ${to.toISOString()}`;
}

export function readClockStep(requestId: string): ClockStep | null {
  const [, from, to] = /^clock (\S+) (\S+)$/.exec(requestId) ?? [];
  if (from === undefined || to === undefined) return null;
  const step = { from: new Date(from), to: new Date(to) };
  return Number.isNaN(step.from.getTime()) || Number.isNaN(step.to.getTime()) ? null : step;
}

/** True if the clock was set back from `later` or after to `earlier` or before, give or take the tolerance. */
export function explainsOrder({ from, to }: ClockStep, earlier: number, later: number, toleranceMs: number): boolean {
  return to.getTime() - toleranceMs <= earlier && later <= from.getTime() + toleranceMs;
}

/** A step that is found later is measured a little too short. */
const nearlyWhole = 0.95;
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** One sentence, such as "The clock moved back by 1 day, from … to …." */
export function clockStepText({ from, to }: ClockStep): string {
  const ms = to.getTime() - from.getTime();
  const [unit, unitMs] = units.find(([, each]) => Math.abs(ms) >= nearlyWhole * each) ?? ['second', 1_000];
  const count = Math.round(Math.abs(ms) / unitMs);
  const amount = counted(count, unit);
  return `The clock moved ${ms < 0 ? 'back' : 'forward'} by ${amount}, from ${from.toISOString()} to ${to.toISOString()}.`;
}
