export interface OperatorEnvironment {
  /** Credits that a new workspace starts with. */
  trialCredits: number;
  now: () => Date;
}

export interface CommandOption {
  value: string;
  description: string;
  isRequired?: boolean;
}

/** One operator command: what it takes, and what it does. */
export interface Command {
  /** Two words: `workspace create`. */
  name: string;
  summary: string;
  options: Record<string, CommandOption>;
  run(values: Record<string, string>, environment: OperatorEnvironment): Promise<CommandOutcome>;
}

export interface CommandOutcome {
  /** What is printed without --json. */
  text: string;
  /** What is printed with --json. */
  data: Record<string, unknown>;
}

/** The command line is wrong: the person who typed it changes it. */
export class UsageError extends Error {}
