import { tagKey } from '../../domain/contacts/tag-key.ts';
import type { MigrationRun } from './migration.ts';

interface Tag {
  _id: string;
  workspaceId: string;
  name: string;
  key?: string;
  colour?: string;
}

interface Tagged {
  _id: string;
  workspaceId: string;
  tags: string[];
}

/**
 * Gives each tag its key. Among tags that differ only by case, the oldest stays and keeps a record of the merged ones.
 */
export async function mergeEqualTags({ db }: MigrationRun): Promise<number> {
  const tags = db.collection<Tag>('tags');
  let merged = 0;
  // Tags without a key have not been processed yet, even after an interruption.
  for await (const tag of tags.find({ key: { $exists: false } }).sort({ _id: 1 })) {
    const key = tagKey(tag.name);
    const kept = await tags.findOne({ workspaceId: tag.workspaceId, key });
    if (kept === null) {
      await tags.updateOne({ _id: tag._id }, { $set: { key } });
      continue;
    }
    for (const name of ['contacts', 'companies'] as const) {
      const records = db.collection<Tagged>(name);
      const filter = { workspaceId: tag.workspaceId, tags: tag.name };
      await records.updateMany(filter, { $addToSet: { tags: kept.name } });
      await records.updateMany(filter, { $pull: { tags: tag.name } });
    }
    const record = { id: tag._id, name: tag.name, colour: tag.colour ?? null, at: new Date() };
    await tags.updateOne({ _id: kept._id }, { $push: { mergedFrom: record } } as object);
    await tags.deleteOne({ _id: tag._id });
    merged += 1;
  }
  return merged;
}
