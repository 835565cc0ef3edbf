import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type CommandInput, UsageError } from '../command.ts';

/** Password options. Other users of a machine can see command lines, so --password is the last resort. */
export const passwordOptions = {
  password: { value: '<password>', description: 'the password; others see command lines: prefer the next' },
  'password-stdin': { description: 'read it from the first line of standard input' },
} as const;

/** Reads the password from --password, or from standard input: one line, or a hidden prompt on a terminal. */
export async function readPassword(
  values: Record<string, string>,
  input: CommandInput = process.stdin,
): Promise<string> {
  if (values.password !== undefined && values['password-stdin'] !== undefined)
    throw new UsageError('--password and --password-stdin exclude each other.');
  if (values.password !== undefined) return values.password;
  if (values['password-stdin'] === undefined && !input.isTTY)
    throw new UsageError('there is no password: give it by --password-stdin, or at a terminal.');
  if (input.isTTY) process.stderr.write('Password: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: input.isTTY });
  try {
    for await (const line of lines) return line;
    throw new UsageError('standard input holds no password.');
  } finally {
    lines.close();
    if (input.isTTY) process.stderr.write('\n');
  }
}
