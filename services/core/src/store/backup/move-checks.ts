import type mongoose from 'mongoose';
import type { CollectionPair } from './count-kinds.ts';
import type { BackupMeta } from './records.ts';
import { isMoving, marksCollection } from './restore-mark.ts';

type Databases = BackupMeta['databases'];
type Client = mongoose.mongo.MongoClient;

/** Reason the move cannot continue, as one line for the operator. */
export class MoveError extends Error {}

export async function namesIn(db: mongoose.mongo.Db): Promise<string[]> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.') && name !== marksCollection)
    .sort();
}

/** Rejects an empty source. It would "move" instantly and leave the operator with an empty installation. */
export async function requireWorkspace(client: Client, { core, gateway }: Databases): Promise<void> {
  if (core === gateway) throw new MoveError('CORE_DATABASE and GATEWAY_DATABASE name the same database.');
  const workspaceIn = (name: string) => client.db(name).collection('workspaces').findOne({});
  if ((await workspaceIn(core)) !== null) return;
  const filled: string[] = [];
  for (const name of await databasesOf(client)) if ((await workspaceIn(name)) !== null) filled.push(name);
  const hint =
    filled.length === 0
      ? 'This store holds no installation.'
      : `Workspaces are in ${filled.join(' and ')}: set CORE_DATABASE and GATEWAY_DATABASE to the names that this installation uses. The names at --to are --to-core and --to-gateway.`;
  throw new MoveError(`There is nothing to move: the database ${core} has no workspace. ${hint}`);
}

/** Returns an empty list for a user without permission to list databases. */
async function databasesOf(client: Client): Promise<string[]> {
  const found = await client
    .db('admin')
    .admin()
    .listDatabases({ nameOnly: true })
    .catch(() => undefined);
  return found?.databases.map(({ name }) => name) ?? [];
}

/** Prevents mixing with data of another installation at the target. An earlier run of this move can continue. */
export async function refuseForeignData(client: Client, databases: Databases): Promise<void> {
  if (databases.core === databases.gateway) throw new MoveError('--to-core and --to-gateway name the same database.');
  if (await isMoving(client.db(databases.core))) return;
  for (const name of Object.values(databases)) {
    const db = client.db(name);
    for (const collection of [...(await namesIn(db)), marksCollection])
      if ((await db.collection(collection).findOne({})) !== null)
        throw new MoveError(
          `The database ${name} at --to already holds data (${collection}). Drop it, or choose other names with --to-core and --to-gateway.`,
        );
  }
}

/** An earlier run can have started from another source. */
export async function refuseLeftovers(
  pairs: readonly CollectionPair[],
  client: Client,
  into: Databases,
): Promise<void> {
  const known = new Set(pairs.map(({ target }) => target.namespace));
  for (const database of Object.values(into))
    for (const name of await namesIn(client.db(database))) {
      const found = client.db(database).collection(name);
      if (known.has(found.namespace) || (await found.findOne({})) === null) continue;
      throw new MoveError(`${found.namespace} at --to holds documents that are not here. Drop the databases at --to.`);
    }
}
