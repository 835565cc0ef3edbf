import { parseArgs } from 'node:util';
import { type Command, UsageError } from './command.ts';

interface ParsedCommand {
  values: Record<string, string>;
  isJson: boolean;
  isHelp: boolean;
}

/** Rejects unknown, repeated, empty, and missing options by name. */
export function parseCommand(command: Command, argv: string[]): ParsedCommand {
  const { tokens } = parse(command, argv);
  const values: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`"${token.value}" is not expected here.`);
    if (token.kind !== 'option' || token.name === 'json' || token.name === 'help') continue;
    if (token.name in values) throw new UsageError(`--${token.name} is given twice.`);
    values[token.name] = token.value ?? 'yes';
  }
  const has = (name: string) => tokens.some((token) => token.kind === 'option' && token.name === name);
  if (!has('help')) requireAll(command, values);
  return { values, isJson: has('json'), isHelp: has('help') };
}

function parse(command: Command, argv: string[]) {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  };
  for (const [name, { value }] of Object.entries(command.options)) {
    options[name] = { type: value === undefined ? 'boolean' : 'string' };
  }
  try {
    return parseArgs({ args: argv, options, allowPositionals: true, tokens: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0]!);
  }
}

function requireAll(command: Command, values: Record<string, string>): void {
  for (const [name, { isRequired }] of Object.entries(command.options)) {
    if (isRequired && values[name] === undefined) throw new UsageError(`--${name} is missing.`);
    if (values[name]?.trim() === '') throw new UsageError(`--${name} is empty.`);
  }
}

export function helpFor(command: Command): string {
  const rows = Object.entries(command.options).map(([name, { value, description, isRequired }]) => {
    return [
      value === undefined ? `--${name}` : `--${name} ${value}`,
      isRequired ? description : `${description}, optional`,
    ] as const;
  });
  const all = [...rows, ['--json', 'print one JSON object'] as const, ['--help', 'show this'] as const];
  const width = Math.max(...all.map(([left]) => left.length));
  const lines = all.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
  return `${command.summary}\n\nusage: outbound ${command.name} [options]\n\n${lines.join('\n')}`;
}
