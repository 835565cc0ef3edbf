import { existsSync, readFileSync } from 'node:fs';

// Reads a vitest JSON report: tally [--failed | --failures] REPORT. Without an option, it prints "PASSED FAILED", and the
// slowest files to stderr. With --failed, it prints the failed files. With --failures, it prints the failed tests and
// their errors. REPORT.again, if it exists, has the results of these files from a second run, which replace the first;
// what failed only in the first run is printed, too.
const mode = process.argv[2];
const report = process.argv.at(-1);

function resultsOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).testResults : [];
}

function relative(name) {
  return name.slice(process.cwd().length + 1);
}

const again = resultsOf(`${report}.again`);
const isAgain = new Set(again.map(({ name }) => name));
const first = resultsOf(report);
const results = [...first.filter(({ name }) => !isAgain.has(name)), ...again];

function failuresIn(result) {
  return messagesOf(result).map((message) => `FAILED: ${message}`);
}

function messagesOf({ name, status, message, assertionResults }) {
  const tests = assertionResults.filter((one) => one.status === 'failed');
  const lines = tests.map((one) => [one.fullName, one.failureMessages[0]]);
  if (status === 'failed' && lines.length === 0) lines.push(['', message]);
  return lines.map(([test, error]) => `${relative(name)} ${test}: ${String(error).split('\n')[0]}\n`);
}

if (mode === '--failures') {
  if (results.length === 0) process.stdout.write(`FAILED: no report ${report}\n`);
  const isFixed = new Set(again.filter(({ status }) => status === 'passed').map(({ name }) => name));
  const underLoad = first.filter(({ name }) => isFixed.has(name)).flatMap(messagesOf);
  process.stdout.write(underLoad.map((message) => `FAILED ONLY UNDER LOAD: ${message}`).join(''));
  process.stdout.write(results.flatMap(failuresIn).join(''));
} else if (mode === '--failed') {
  const failed = results.filter(({ status }) => status === 'failed').map(({ name }) => relative(name));
  process.stdout.write([...new Set(failed)].map((name) => `${name}\n`).join(''));
} else {
  const count = (status) =>
    results.flatMap((file) => file.assertionResults).filter((one) => one.status === status).length;
  // An unreadable file counts as one failure.
  const unread = results.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  process.stdout.write(`${count('passed')} ${results.length === 0 ? 1 : count('failed') + unread}\n`);
  const files = results.map(({ name, startTime, endTime }) => ({
    name: relative(name),
    seconds: (endTime - startTime) / 1000,
  }));
  const longest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 12);
  const list = longest.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`).join(', ');
  process.stderr.write(`${files.length} files; the longest: ${list}\n`);
}
