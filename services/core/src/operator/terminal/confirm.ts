import { createInterface } from 'node:readline/promises';
import { counted } from '../../domain/text/counted.ts';
import { type OperatorEnvironment, UsageError } from '../command.ts';

export const yesOption = { yes: { description: 'do it without asking' } } as const;

export interface Question {
  /** Sentence about the loss, with counts. */
  loss: string;
  /** Required input: `yes`, or the name of what is lost. */
  answer: string;
}

/** Asks before data is permanently lost. Accepts typed input or --yes. Closed or different input changes nothing. */
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

/** Formats "3 workspaces, 5,000 contacts, and 20 suppressions". Skips zero counts. */
export function listCounts(counts: Record<string, number>): string {
  const parts = Object.entries(counts).flatMap(([noun, count]) => (count === 0 ? [] : [counted(count, noun)]));
  if (parts.length === 0) return 'nothing';
  return new Intl.ListFormat('en-US').format(parts);
}
