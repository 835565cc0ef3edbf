import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts';
import { inapplicability, type Specification } from './specification/format.ts';
import { runCase } from './specification/run-case.ts';

const folder = process.env.MONGODB_SPECIFICATION ?? join(import.meta.dirname, '../../../../shared/mongodb-spec');
const isThere = existsSync(folder);

let data: string;
let server: EmbeddedMongo;
let client: MongoClient;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  server = await startEmbeddedMongo({ path: data, failPoints: true });
  client = await new MongoClient(server.uri).connect();
});

afterAll(async () => {
  await client.close();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

describe.skipIf(!isThere)('the driver specifications (skipped without their test cases)', () => {
  const listed: string[] = [];
  for (const area of isThere ? ['crud', 'transactions'] : []) {
    for (const file of readdirSync(join(folder, area)).filter((name) => name.endsWith('.json'))) {
      const specification = JSON.parse(readFileSync(join(folder, area, file), 'utf8')) as Specification;
      const reasons = specification.tests.map((one) => inapplicability(specification, one));
      const applicable = specification.tests.filter((_test, at) => reasons[at] === undefined);
      const inapplicable = reasons.filter((reason) => reason !== undefined);
      const summary = [
        `${applicable.length} run`,
        ...new Set(inapplicable.map((reason) => `not applicable: ${reason}`)),
      ];
      listed.push(`${area}/${file}: ${summary.join('; ')}`);
      for (const one of applicable) {
        test(`${area}/${file}: ${one.description}`, () => runCase(server.uri, client, specification, one));
      }
    }
  }

  test('runs or explains every file', () => {
    console.info(listed.join('\n'));
    expect(listed.length).toBeGreaterThan(90);
  });
});
