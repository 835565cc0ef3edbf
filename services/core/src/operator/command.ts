import type { Actor } from '../domain/members/actor.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { Config } from '../settings/config.ts';

/** Who did it, in audit logs. */
export const operatorActor: Actor = { kind: 'system', id: 'operator', name: 'Operator' };

/** Where passwords are read from. */
export type CommandInput = NodeJS.ReadableStream & { isTTY?: boolean };

export interface OperatorEnvironment {
  /** Credits that a new workspace starts with. */
  trialCredits: number;
  /** Absent in tests of commands that need none of it. */
  config?: Config;
  now: () => Date;
  keyRing: KeyRing;
  /** Where passwords come from; absent: standard input. */
  input?: CommandInput;
  /** Where questions are printed; absent: standard error. */
  err?: (line: string) => void;
}

export interface CommandOption {
  /** What stands for its value in the help; absent: a switch. */
  value?: string;
  description: string;
  isRequired?: boolean;
}

/** One operator command: what it takes, and what it does. */
export interface Command {
  /** One word or two: `backup`, `workspace create`. */
  name: string;
  summary: string;
  options: Record<string, CommandOption>;
  /** Works on a store that was sealed with another key as well. */
  opensAnyStore?: boolean;
  /**
   * What it may find in the store: older data are brought up to date by a start only; a restore replaces whatever there is;
   * with `nothing` it connects by itself.
   */
  connectsTo?: 'current' | 'whatever' | 'nothing';
  run(values: Record<string, string>, environment: OperatorEnvironment): Promise<CommandOutcome>;
}

export interface CommandOutcome {
  /** What is printed without --json. */
  text: string;
  /** What is printed with --json. */
  data: Record<string, unknown>;
  /** It was carried out, and what it found is to be noticed by a script: exit code 1. */
  hasFailed?: boolean;
}

/** The command line is wrong: the person who typed it changes it. */
export class UsageError extends Error {}
