import { createInterface } from 'node:readline/promises';
import { counted } from '../../domain/text/counted.ts';
import { type OperatorEnvironment, UsageError } from '../command.ts';

export const yesOption = { yes: { description: 'do it without asking' } } as const;

export interface Question {
  /** One sentence that says what will be lost, with counts. */
  loss: string;
  /** What has to be typed: `yes`, or the name of what is lost. */
  answer: string;
}

/**
 * Asks before something is lost for good. The answer is typed, or --yes is given; input that is closed or says anything
 * else changes nothing.
 */
export async function confirm(
  { loss, answer }: Question,
  values: Record<string, string>,
  { input = process.stdin, err = (line) => void process.stderr.write(`${line}\n`) }: OperatorEnvironment,
): Promise<void> {
  if (values.yes !== undefined) return;
  err(loss);
  err(`Type ${JSON.stringify(answer)} to continue:`);
  const lines = createInterface({ input });
  try {
    for await (const line of lines) {
      if (line.trim() === answer) return;
      throw new UsageError(`"${line.trim().slice(0, 100)}" is not ${JSON.stringify(answer)}: nothing was changed.`);
    }
  } finally {
    lines.close();
  }
  throw new UsageError(`${loss} Nothing was changed: type ${JSON.stringify(answer)} at a terminal, or add --yes.`);
}

/** "3 workspaces, 5,000 contacts, and 20 suppressions": of nothing there are none. */
export function listCounts(counts: Record<string, number>): string {
  const parts = Object.entries(counts).flatMap(([noun, count]) => (count === 0 ? [] : [counted(count, noun)]));
  if (parts.length === 0) return 'nothing';
  return new Intl.ListFormat('en-US').format(parts);
}
