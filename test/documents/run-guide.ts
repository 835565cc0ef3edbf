import { spawn } from 'node:child_process';

/** A fenced block of a guide. */
export interface CodeBlock {
  language: string;
  code: string;
}

export function codeBlocks(source: string): CodeBlock[] {
  return [...source.matchAll(/^```(\S+)[^\n]*\n(.*?)^```$/gms)].map(([, language, code]) => ({
    language: language!,
    code: code!,
  }));
}

/** All shell blocks of a guide as one script, since later blocks use variables of earlier ones. */
export function shellScript(source: string, values: Record<string, string> = {}): string {
  const blocks = codeBlocks(source).filter(({ language }) => language === 'sh');
  const script = blocks.map(({ code }) => code).join('\n');
  return Object.entries(values).reduce((text, [placeholder, value]) => {
    if (!text.includes(placeholder)) throw new Error(`The guide no longer contains "${placeholder}".`);
    return text.replaceAll(placeholder, value);
  }, script);
}

/** `cwd`: folder for the files that the script writes. */
export function runScript(
  script: string,
  environment: Record<string, string>,
  cwd?: string,
): Promise<{ code: number | null; output: string }> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { env: { ...process.env, ...environment }, cwd });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text;
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
