import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedMongo } from '../src/index.ts';
import { reasonOf } from './reasons.ts';

/**
 * Configuration for another project's tests. They run in the project's own mocha, with the server's address in the
 * expected place.
 */
interface Suite {
  pattern: string;
  except: RegExp;
  options: readonly string[];
  environment(uri: string): Record<string, string>;
  /** Share of all tests except those that are unsupported by design. */
  passedShareMin: number;
}

interface Outcome {
  fullTitle: string;
  err?: { message: string };
}

interface Line extends Outcome {
  outcome: 'passes' | 'failures' | 'pending';
}

type Report = Record<Line['outcome'], Outcome[]> & { isWhole: boolean };

const fileLimitMs = 5 * 60_000;

const suites: Record<string, Suite> = {
  mongoose: {
    pattern: 'test/**/*.test.js',
    except: /test\/encryption\//,
    options: ['--timeout', '30000'],
    environment: (uri) => ({ START_REPLICA_SET: '1', MONGOOSE_REPLSET_URI: uri, MONGOOSE_TEST_URI: uri }),
    passedShareMin: 0.98,
  },
  mongodb: {
    pattern: 'test/integration/**/*.test.{js,ts}',
    except: /client-side-encryption|atlas|\/auth\/|load-balancers|node-specific\/examples|ocsp|dns/,
    options: ['--config', 'test/mocha_mongodb.js'],
    environment: (uri) => ({ AUTH: 'noauth', MONGODB_URI: uri, TS_NODE_TRANSPILE_ONLY: '1' }),
    passedShareMin: 0,
  },
};

/** Parses the output of the reporter in this folder. */
function readReport(output: string, isWhole: boolean): Report {
  const report: Report = { passes: [], failures: [], pending: [], isWhole };
  const lines = existsSync(output) ? readFileSync(output, 'utf8').trimEnd().split('\n') : [];
  for (const { outcome, ...test } of lines.map((line) => JSON.parse(line) as Line)) report[outcome].push(test);
  return report;
}

function runFile(folder: string, file: string, suite: Suite, uri: string, output: string): Promise<Report> {
  const mocha = join(folder, 'node_modules/mocha/bin/mocha.js');
  const reporter = ['--reporter', join(import.meta.dirname, 'reporter.cjs'), '--reporter-option', `output=${output}`];
  const environment = { ...process.env, ...suite.environment(uri) };
  const run = spawn(process.execPath, [mocha, '--exit', ...suite.options, ...reporter, file], {
    cwd: folder,
    env: environment,
    stdio: 'ignore',
    timeout: fileLimitMs,
  });
  return new Promise((settle) => {
    run.once('close', (_code, signal) => settle(readReport(output, signal === null)));
  });
}

/** Omits the stack, because its paths could match the patterns of unrelated reasons. */
function errorOf({ err }: Outcome): string {
  return err?.message ?? '';
}

interface Totals {
  failures: Map<string, string[]>;
  passed: number;
  skipped: number;
  byDesign: number;
  failed: number;
  unfinished: string[];
}

function add(totals: Totals, report: Report): void {
  totals.passed += report.passes.length;
  totals.skipped += report.pending.length;
  for (const failure of report.failures) {
    const { reason, isByDesign } = reasonOf(failure.fullTitle, errorOf(failure));
    if (isByDesign) totals.byDesign++;
    else totals.failed++;
    const line = (failure.err?.message ?? '').split('\n')[0]!.slice(0, 160);
    const listed = totals.failures.get(reason) ?? [];
    totals.failures.set(reason, [...listed, `${failure.fullTitle}: ${line}`]);
  }
}

function shareOf({ passed, failed }: Totals): number {
  return passed / Math.max(1, passed + failed);
}

/** Formats failures and their reasons for the results file in this folder. */
function describeTotals(heading: string, totals: Totals): string {
  const { passed, failed, byDesign, skipped, unfinished, failures } = totals;
  const share = (shareOf(totals) * 100).toFixed(1);
  const sums = `${passed} passed, ${failed} failed, ${byDesign} unsupported by design, ${skipped} skipped: ${share}%`;
  const sections = [...failures, ...(unfinished.length > 0 ? [['did not end', unfinished] as const] : [])].map(
    ([reason, lines]) => `## ${reason} (${lines.length})\n\n${lines.map((line) => `- ${asText(line)}\n`).join('')}`,
  );
  return [`# ${heading}\n\n${sums}\n`, ...sections].join('\n');
}

/** Escapes Markdown for a list item. */
function asText(line: string): string {
  return line
    .replaceAll(/[\\`*_<>[\]]/g, '\\$&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, only: { type: 'string', multiple: true } },
  });
  if (!values.from) throw new Error('--from names the folder of a checkout in which its own packages are installed');
  const folder = resolve(values.from);
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  if (!name) throw new Error(`${folder} holds no package`);
  const suite = suites[name];
  if (!suite) throw new Error(`${folder} is ${name}: only ${Object.keys(suites).join(' and ')} can be run`);
  const wanted = globSync(suite.pattern, { cwd: folder }).filter(
    (file) => !suite.except.test(file) && (!values.only || values.only.some((part) => file.includes(part))),
  );
  const data = mkdtempSync(join(tmpdir(), 'embedded-mongo-suites-'));
  const server = await startEmbeddedMongo({ path: data, port: 0, authentication: 'none', failPoints: true });
  const totals: Totals = { passed: 0, skipped: 0, byDesign: 0, failed: 0, unfinished: [], failures: new Map() };
  for (const file of wanted.sort()) {
    const output = join(data, 'report.json');
    const report = await runFile(folder, file, suite, server.uri, output);
    rmSync(output, { force: true });
    add(totals, report);
    if (!report.isWhole) totals.unfinished.push(file);
    // A run takes a long time, so partial results are saved in case it is aborted.
    if (values.to) writeFileSync(values.to, describeTotals(`${name} ${version}`, totals));
  }
  await server.stop();
  rmSync(data, { recursive: true, force: true });
  process.stdout.write(describeTotals(`${name} ${version}`, totals));
  process.exitCode = shareOf(totals) >= suite.passedShareMin ? 0 : 1;
}

main().catch((error: Error) => {
  process.stderr.write(`suites: ${error.message}\n`);
  process.exitCode = 2;
});
