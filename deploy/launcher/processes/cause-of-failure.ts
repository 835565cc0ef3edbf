/** Level "fatal" of pino. */
const fatalLevel = 60;
const errorLevel = 50;
/** Characters. The longest reasons of the parts, such as a wrong SECRET_KEY, end with what the operator has to do. */
const lengthMax = 600;

interface LogLine {
  level?: number;
  msg?: string;
  err?: { message?: string };
}

/** The line in the last output of a part that explains its end; undefined without one. */
export function causeOfFailure(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const logged = lines.map(readLogLine);
  const fatal = logged.findLast((line) => (line?.level ?? 0) >= fatalLevel);
  const plain = lines.filter((_, i) => logged[i] === undefined);
  const error = logged.findLast((line) => line?.level === errorLevel);
  const cause =
    sentenceOf(fatal) ??
    plain.find((line) => /^(\w+: )?\w*Error\b/.test(line)) ??
    plain.find((line) => !/^\s|^node:|^file:|^Node\.js /.test(line)) ??
    sentenceOf(error);
  return cause?.trim().slice(0, lengthMax);
}

function readLogLine(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return undefined;
  }
}

function sentenceOf(line: LogLine | undefined): string | undefined {
  if (line === undefined) return undefined;
  return line.err?.message ? `${line.msg ?? 'failed'}: ${line.err.message}` : line.msg;
}
