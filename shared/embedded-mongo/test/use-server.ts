import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { afterAll, beforeAll } from 'vitest';
import { type EmbeddedMongo, type EngineOptions, startEmbeddedMongo } from '../src/index.ts';

export interface Running {
  server: EmbeddedMongo;
  client: MongoClient;
  db: Db;
}

/** A server on its own folder for the tests of one file. The fields are set when the tests run. */
export function useServer(options: Omit<EngineOptions, 'path'> = {}): Running {
  const running = {} as Running;
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  beforeAll(async () => {
    running.server = await startEmbeddedMongo({ ...options, path: folder });
    running.client = await new MongoClient(running.server.uri).connect();
    running.db = running.client.db('test');
  });
  afterAll(async () => {
    await running.client.close();
    await running.server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return running;
}
