import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const rules = join(import.meta.dirname, '../../deploy/alerts/outbound.rules.yaml');

/** Values of one moment, by series: `name{label="value"}`. */
export type Scrape = ReadonlyMap<string, number>;

/** Reads the Prometheus text format. */
export function readScrape(text: string): Scrape {
  const series = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, name, value] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    if (name !== undefined && !line.startsWith('#')) series.set(name, Number(value));
  }
  return series;
}

/** Lets Prometheus evaluate the alert rules over recorded scrapes, and returns the names of all alerts that fired. */
export async function alertsIn(scrapes: readonly Scrape[], intervalMinutes: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-alerts-'));
  copyFileSync(rules, join(folder, 'rules.yaml'));
  const names = [...new Set(scrapes.flatMap((scrape) => [...scrape.keys()]))];
  const minutes = (scrapes.length - 1) * intervalMinutes;
  const fired = `group by (alertname) (last_over_time(ALERTS{alertstate="firing"}[${minutes + 1}m]))`;
  const test = {
    rule_files: ['rules.yaml'],
    evaluation_interval: '1m',
    tests: [
      {
        interval: `${intervalMinutes}m`,
        input_series: [
          ...names.map((name) => ({ series: withTarget(name), values: valuesOf(name, scrapes) })),
          { series: 'up{job="outbound",instance="here"}', values: `1x${scrapes.length}` },
        ],
        // No alert is expected, so that the failure lists those that fired.
        promql_expr_test: [{ expr: fired, eval_time: `${minutes}m`, exp_samples: [] }],
      },
    ],
  };
  writeFileSync(join(folder, 'test.yaml'), JSON.stringify(test));
  // Without blocking: connections that a server closes meanwhile must be seen as closed.
  const outcome = await run('promtool', ['test', 'rules', 'test.yaml'], { cwd: folder }).catch((error) => error);
  rmSync(folder, { recursive: true });
  const output = `${outcome.stdout}${outcome.stderr}`;
  const found = [...output.matchAll(/alertname="(\w+)"/g)].map(([, name]) => name!);
  if (outcome instanceof Error && found.length === 0) throw new Error(output);
  return [...new Set(found)].sort();
}

function withTarget(name: string): string {
  const [, metric, labels] = /^(\w+)(?:\{(.*)\})?$/.exec(name)!;
  return `${metric}{${labels ? `${labels},` : ''}job="outbound",instance="here"}`;
}

/** In the notation of promtool: `_` is a missing value. */
function valuesOf(name: string, scrapes: readonly Scrape[]): string {
  return scrapes.map((scrape) => (scrape.has(name) ? String(scrape.get(name)) : '_')).join(' ');
}
