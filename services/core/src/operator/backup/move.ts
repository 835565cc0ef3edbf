import { counted } from '../../domain/text/counted.ts';
import { moveStore } from '../../store/backup/move-store.ts';
import { type Command, UsageError } from '../command.ts';

export const moveCommand: Command = {
  name: 'move',
  summary: 'Copy the whole installation into another, empty store, and compare every document. Stop every part first.',
  options: { to: { value: '<MONGODB_URI>', description: 'where to', isRequired: true } },
  async run({ to = '' }, { config, now }) {
    if (!/^mongodb(\+srv)?:\/\/\S+$/.test(to))
      throw new UsageError('--to has to begin with mongodb:// or mongodb+srv://.');
    const { databaseName: core, gatewayDatabaseName: gateway } = config!;
    const log = (line: string) => void process.stderr.write(`${line}\n`);
    const summary = await moveStore({ to, databases: { core, gateway }, now: now(), log });
    const { documents, collections } = summary;
    const text = `${counted(documents, 'document')} of ${counted(collections, 'collection')} are there, each the same as here. Set MONGODB_URI to it and start; keep SECRET_KEY and INTERNAL_SECRET as they are. What was here stays as it is.`;
    return { text, data: { ...summary } };
  },
};
