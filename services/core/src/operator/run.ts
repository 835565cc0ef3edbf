import { AppError } from '../errors.ts';
import { connectStore, disconnectStore } from '../store/connect.ts';
import { type Command, type OperatorEnvironment, UsageError } from './command.ts';
import { createKeyCommand } from './create-key.ts';
import { createWorkspaceCommand } from './create-workspace.ts';
import { grantCreditsCommand } from './grant-credits.ts';
import { helpFor, type ParsedCommand, parseCommand } from './parse-command.ts';
import { setPasswordCommand } from './set-password.ts';

const commands: readonly Command[] = [
  createWorkspaceCommand,
  createKeyCommand,
  grantCreditsCommand,
  setPasswordCommand,
];

const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

export interface OperatorOptions {
  uri: string;
  databaseName: string;
  trialCredits: number;
  now?: () => Date;
  out?: (line: string) => void;
  err?: (line: string) => void;
}

/** Whether these arguments are the operator's: the first word of one of the commands. */
export function isOperatorCommand(argv: string[]): boolean {
  return commands.some(({ name }) => name.split(' ')[0] === argv[0]);
}

/** Runs one command on the store and returns the exit code: 0 done, 1 failed, 2 wrong command line. */
export async function runOperator(argv: string[], options: OperatorOptions): Promise<number> {
  const out = options.out ?? ((line: string) => process.stdout.write(`${line}\n`));
  const err = options.err ?? ((line: string) => process.stderr.write(`${line}\n`));
  try {
    const command = commandOf(argv);
    if (!command) {
      out(overview());
      return exitCodes.done;
    }
    const parsed = parseCommand(command, argv.slice(2));
    out(parsed.isHelp ? helpFor(command) : await execute(command, parsed, options));
    return exitCodes.done;
  } catch (error) {
    if (error instanceof UsageError) {
      err(`outbound: ${error.message} See --help.`);
      return exitCodes.usage;
    }
    err(`outbound: ${failureText(error)}`);
    return exitCodes.failed;
  }
}

/** Undefined when only help is asked for. */
function commandOf(argv: string[]): Command | undefined {
  const name = argv.slice(0, 2).join(' ');
  const found = commands.find((command) => command.name === name);
  if (!found && !argv.includes('--help') && !argv.includes('-h')) {
    throw new UsageError(`there is no command "${name}".`);
  }
  return found;
}

function overview(): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(18)}${summary}`);
  return `usage: outbound <command> [options]\n\n${lines.join('\n')}\n\nEach takes --json and --help.`;
}

async function execute(command: Command, { values, isJson }: ParsedCommand, options: OperatorOptions): Promise<string> {
  await connectStore(options.uri, options.databaseName);
  try {
    const environment: OperatorEnvironment = {
      trialCredits: options.trialCredits,
      now: options.now ?? (() => new Date()),
    };
    const { text, data } = await command.run(values, environment);
    return isJson ? JSON.stringify(data) : text;
  } finally {
    await disconnectStore();
  }
}

function failureText(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const { name = '', message = String(error) } = error as Error;
  const isUnreachable = /ServerSelection|Network/.test(name);
  return isUnreachable ? `the store does not answer: ${message}` : message.split('\n')[0]!;
}
