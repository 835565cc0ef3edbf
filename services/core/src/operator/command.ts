import type { Actor } from '../domain/members/actor.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { Config } from '../settings/config.ts';

/** Actor of operator commands in audit logs. */
export const operatorActor: Actor = { kind: 'system', id: 'operator', name: 'Operator' };

/** Source of passwords. */
export type CommandInput = NodeJS.ReadableStream & { isTTY?: boolean };

export interface OperatorEnvironment {
  /** Initial credits of a new workspace. */
  trialCredits: number;
  /** Absent in tests of commands that do not need it. */
  config?: Config;
  now: () => Date;
  keyRing: KeyRing;
  /** Source of passwords. Defaults to standard input. */
  input?: CommandInput;
  /** Output for questions. Defaults to standard error. */
  err?: (line: string) => void;
}

export interface CommandOption {
  /** Placeholder for the value in the help. Absent for a switch. */
  value?: string;
  description: string;
  isRequired?: boolean;
}

/** Operator command with its options and effect. */
export interface Command {
  /** One or two words: `backup`, `workspace create`. */
  name: string;
  summary: string;
  options: Record<string, CommandOption>;
  /** True if the command also works on a store that was encrypted with another key. */
  opensAnyStore?: boolean;
  /**
   * Accepted store state. Only a start migrates older data, so `current` is the default. A restore replaces `whatever`
   * is there. With `nothing`, the command connects itself.
   */
  connectsTo?: 'current' | 'whatever' | 'nothing';
  run(values: Record<string, string>, environment: OperatorEnvironment): Promise<CommandOutcome>;
}

export interface CommandOutcome {
  /** Output without --json. */
  text: string;
  /** Output with --json. */
  data: Record<string, unknown>;
  /** True if the command ran, but its findings need attention. The exit code is then 1. */
  hasFailed?: boolean;
}

/** Invalid command line, to be corrected by the operator. */
export class UsageError extends Error {}
