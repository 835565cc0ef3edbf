import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createAccount, restClient, startProduct } from '../harness/product.ts';

// hostile-tenant: one workspace works with 20 attack templates, heavy filters, and 100 connections next to a normal
// one. Aims: the API's event loop lag is below 50 ms at p99, and no request of the other workspace fails.
const connections = 100;
const runMs = 20_000;
const calmMs = 40;

const range = '(1..300000)';
function where(n: number): string {
  return Array.from({ length: n }, (_, i) => `where_exp: "x", "x >= ${i}"`).join(' | ');
}
const templates = [
  `{% assign s = ${range} %}{{ s | ${where(2)} | size }}`,
  `{% for i in ${range} %}{{ i }}{% endfor %}`,
  `{{ ${range} | join: "," }}`,
  `{{ ${range} | sort | reverse | uniq | size }}`,
  `{{ ${range} | map: "x" | json }}`,
  `{% assign a = "x" %}${'{% assign a = a | append: a %}'.repeat(30)}{{ a }}`,
  `{{ "a" | replace: "a", "${'b'.repeat(500)}" | replace: "b", "${'c'.repeat(500)}" }}`,
  `{{ firstName | date: "${'%'.repeat(900)}" }}`,
  `{{ firstName | split: "" | join: "${'y'.repeat(900)}" }}`,
  `{% capture c %}${'{{ firstName }}'.repeat(60)}{% endcapture %}{{ c }}`,
  `{% if ${'true and '.repeat(100)}true %}x{% endif %}`,
  `${'{% if true %}'.repeat(60)}x${'{% endif %}'.repeat(60)}`,
  `{% case firstName %}${'{% when "a" %}a'.repeat(60)}{% endcase %}`,
  `{{ firstName | truncate: 999999999 }}`,
  `{{ firstName | slice: 0, 999999999 }}`,
  `{{ firstName | default: "${'z'.repeat(1_000)}" | upcase | downcase | capitalize | strip }}`,
  `{% tablerow i in ${range} %}x{% endtablerow %}`,
  `{% include "x" %}{% render "x" %}{% layout "x" %}`,
  `{{ "${'('.repeat(400)}" | replace_first: "(", ")" | escape | url_encode }}`,
  `${'{{ firstName | capitalize }} '.repeat(60)}`,
];
const filters = [
  '/contacts?limit=100&q=a&sort=-score',
  '/contacts?limit=100&q=e%20r&sort=updatedAt',
  '/contacts?limit=100&sort=-updatedAt&emailStatus=valid',
  '/companies?limit=100&q=c',
  '/audit?limit=100',
  '/events?limit=100',
];

const product = await startProduct({ METRICS_PORT: '0', LOG_LEVEL: 'warn' });
const [hostile, other] = [
  restClient(product.url, (await createAccount(product, 'hostile@outbound.example')).key),
  restClient(product.url, (await createAccount(product, 'other@outbound.example')).key),
];

async function metric(name: string): Promise<number> {
  const { metricsPort } = JSON.parse(readFileSync(join(product.env.OUTBOUND_DATA_DIR!, 'run.json'), 'utf8'));
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(name) && one.includes('"core"'));
  return Number(line?.split(' ').at(-1));
}

/** Stores as much as it is allowed to; the amount doesn't matter. */
async function prepare(): Promise<string[]> {
  const people = Array.from({ length: 200 }, (_, i) => ({ email: `p${i}@hostile.example`, firstName: 'Eve' }));
  await hostile('POST', '/contacts/bulk', { contacts: people });
  const paths: string[] = [];
  for (const [i, body] of templates.entries()) {
    const steps = [{ subject: 'Hello', body }, ...Array(2).fill({ waitDays: 1, body })];
    const made = await hostile('POST', '/campaigns', { name: `Attack ${i}`, steps });
    if (made.status === 201) paths.push(`/campaigns/${made.body.data.id}/preview`);
    else if (!/\.(subject|body)$/.test(made.body.error.field)) throw new Error(made.body.error.message);
  }
  return paths;
}

try {
  const paths = [...(await prepare()), ...filters];
  const endsAt = Date.now() + runMs;
  await metric('outbound_core_nodejs_eventloop_lag_p99_seconds');
  let attacks = 0;
  const attack = async (n: number) => {
    for (let i = n; Date.now() < endsAt; i += 1) {
      const body = { name: `Again ${n} ${i}`, steps: [{ subject: 'Hello', body: templates[i % templates.length] }] };
      await (i % 2 === 0 ? hostile('GET', paths[i % paths.length]!) : hostile('POST', '/campaigns?dryRun=true', body));
      attacks += 1;
    }
  };
  const [failures, times]: [number[], number[]] = [[], []];
  const goOn = async () => {
    for (let i = 0; Date.now() < endsAt; i += 1) {
      const startedAt = performance.now();
      const contact = { email: `n${i}@other.example` };
      const { status } = await (i % 4 === 0 ? other('POST', '/contacts', contact) : other('GET', '/contacts?limit=25'));
      times.push(performance.now() - startedAt);
      if (status >= 400) failures.push(status);
      await wait(calmMs);
    }
  };
  await Promise.all([goOn(), ...Array.from({ length: connections }, (_, n) => attack(n))]);
  const lag = (await metric('outbound_core_nodejs_eventloop_lag_p99_seconds')) * 1_000;
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
  process.stdout.write(
    `hostile-tenant: ${paths.length - filters.length} of ${templates.length} templates taken, ${attacks} attacks in ${runMs / 1_000} s; ` +
      `event loop p99 ${lag.toFixed(0)} ms (aim 50); other workspace ${times.length} requests, ${failures.length} failed, p99 ${p99.toFixed(0)} ms\n`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await product.stop();
}
