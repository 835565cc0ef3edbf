import { AppError } from '../errors/errors.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { Config } from '../settings/config.ts';
import { connectStore, disconnectStore } from '../store/connection/connect.ts';
import { backupCommand, verifyCommand } from './backup/backup.ts';
import { moveCommand } from './backup/move.ts';
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  type OperatorEnvironment,
  UsageError,
} from './command.ts';
import { grantCreditsCommand } from './credits/grant-credits.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { verifyAuditCommand } from './events/verify-audit.ts';
import { createKeyCommand } from './members/create-key.ts';
import { linkPasswordCommand } from './members/link-password.ts';
import { listKeysCommand } from './members/list-keys.ts';
import { revokeKeyCommand } from './members/revoke-key.ts';
import { setPasswordCommand } from './members/set-password.ts';
import { helpFor, parseCommand } from './parse-command.ts';
import { exportExamplesCommand } from './replies/export-examples.ts';
import { restoreCommand } from './restore.ts';
import { restoredCommand } from './restored.ts';
import { resetKeysCommand } from './secrets/reset-keys.ts';
import { rotateKeysCommand } from './secrets/rotate-keys.ts';
import { resumeSendingCommand, sendingStatusCommand, stopSendingCommand } from './sending/sending.ts';
import { withoutSecrets } from './terminal/without-secrets.ts';
import { createWorkspaceCommand } from './workspaces/create-workspace.ts';
import { eraseWorkspaceCommand } from './workspaces/erase-workspace.ts';
import { listWorkspacesCommand } from './workspaces/list-workspaces.ts';
import { recountReportsCommand } from './workspaces/recount-reports.ts';
import { retentionCommand } from './workspaces/retention.ts';

const commands: readonly Command[] = [
  createWorkspaceCommand,
  listWorkspacesCommand,
  eraseWorkspaceCommand,
  createKeyCommand,
  listKeysCommand,
  revokeKeyCommand,
  grantCreditsCommand,
  setPasswordCommand,
  linkPasswordCommand,
  stopSendingCommand,
  resumeSendingCommand,
  sendingStatusCommand,
  rotateKeysCommand,
  resetKeysCommand,
  backupCommand,
  verifyCommand,
  restoreCommand,
  restoredCommand,
  moveCommand,
  retentionCommand,
  recountReportsCommand,
  exportExamplesCommand,
  verifyAuditCommand,
  doctorCommand,
];

const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

export interface OperatorOptions {
  uri: string;
  databaseName: string;
  trialCredits: number;
  keyRing: KeyRing;
  config?: Config;
  now?: () => Date;
  out?: (line: string) => void;
  err?: (line: string) => void;
  input?: CommandInput;
}

/** True for operator arguments: the first word of a command. */
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
    const parsed = parseCommand(command, argv.slice(command.name.split(' ').length));
    if (parsed.isHelp) {
      out(helpFor(command));
      return exitCodes.done;
    }
    const { text, data, hasFailed } = await execute(command, parsed.values, options);
    out(withoutSecrets(parsed.isJson ? JSON.stringify(data) : text, options.config));
    return hasFailed ? exitCodes.failed : exitCodes.done;
  } catch (error) {
    if (error instanceof UsageError) {
      err(`outbound: ${error.message} See --help.`);
      return exitCodes.usage;
    }
    err(withoutSecrets(`outbound: ${failureText(error)}`, options.config));
    return exitCodes.failed;
  }
}

/** Requested command. Undefined if only help is requested. */
function commandOf(argv: string[]): Command | undefined {
  const name = argv.slice(0, 2).join(' ');
  const found = commands.find((command) => command.name === name || command.name === argv[0]);
  if (!found && !argv.includes('--help') && !argv.includes('-h')) {
    throw new UsageError(`there is no command "${name}".`);
  }
  return found;
}

function overview(): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(18)}${summary}`);
  return `usage: outbound <command> [options]\n\n${lines.join('\n')}\n\nEach takes --json and --help.`;
}

async function execute(
  command: Command,
  values: Record<string, string>,
  options: OperatorOptions,
): Promise<CommandOutcome> {
  const { keyRing } = options;
  try {
    if (command.connectsTo !== 'nothing')
      await connectStore(options.uri, options.databaseName, {
        mode: command.connectsTo ?? 'current',
        keyRing: command.connectsTo === 'whatever' ? undefined : keyRing,
        isAnyKey: command.opensAnyStore,
      });
    const environment: OperatorEnvironment = {
      keyRing,
      trialCredits: options.trialCredits,
      now: options.now ?? (() => new Date()),
      config: options.config,
      input: options.input,
      err: options.err,
    };
    return await command.run(values, environment);
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
