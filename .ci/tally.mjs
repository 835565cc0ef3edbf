import { existsSync, readFileSync } from 'node:fs';

// tally REPORT: prints "PASSED FAILED" of a vitest JSON report, and the slowest files to stderr.
// tally --failed REPORT: prints the failed files, one per line.
// REPORT.again, if it exists, has the results of these files from a second run, which replace the first ones.
const isListing = process.argv[2] === '--failed';
const report = process.argv.at(-1);

function resultsOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).testResults : [];
}

function relative(name) {
  return name.slice(process.cwd().length + 1);
}

const again = resultsOf(`${report}.again`);
const isAgain = new Set(again.map(({ name }) => name));
const results = [...resultsOf(report).filter(({ name }) => !isAgain.has(name)), ...again];

if (isListing) {
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
