import { runOperator } from '../../services/core/src/operator/run.ts';
import { parseKeyRing } from '../../services/core/src/secrets/key-ring.ts';

/** Help never connects to a store. */
const options = {
  uri: 'mongodb://127.0.0.1:1',
  databaseName: 'none',
  trialCredits: 0,
  keyRing: parseKeyRing(Buffer.alloc(32).toString('base64')),
};

async function printed(...argv: string[]): Promise<string> {
  const lines: string[] = [];
  await runOperator(argv, { ...options, out: (line) => lines.push(line) });
  return lines.join('\n');
}

/** Names of all commands, from the overview. */
function namesIn(overview: string): string[] {
  return [...overview.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) /gm)].map(([, name]) => name!);
}

/** Help of every operator command, as the program prints it. */
export async function cliPage(): Promise<string> {
  const overview = await printed('--help');
  const sections = await Promise.all(
    namesIn(overview).map(
      async (name) => `## ${name}\n\n\`\`\`text\n${await printed(...name.split(' '), '--help')}\n\`\`\`\n`,
    ),
  );
  return `# Command line

Run commands with \`npm run -s outbound -- COMMAND\`. They work while Outbound is running, unless the help says otherwise. All commands accept \`--help\`, and all but \`listen\` accept \`--json\`.
\`outbound --version\` prints the version.

Exit codes: 0 done, 1 failed, 2 wrong command line. This page is generated from the code (\`npm run reference\`).

${sections.join('\n')}`;
}
