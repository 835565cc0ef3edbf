import { counted } from '../../domain/text/counted.ts';
import { countTable } from '../../store/backup/count-kinds.ts';
import { moveStore } from '../../store/backup/move-store.ts';
import { type Command, UsageError } from '../command.ts';

const databaseName = /^[\w-]{1,63}$/;

export const moveCommand: Command = {
  name: 'move',
  summary: 'Copy the whole installation to another, empty store, and compare both sides. Stop every part first.',
  connectsTo: 'whatever',
  options: {
    to: { value: '<MONGODB_URI>', description: 'the target store', isRequired: true },
    'to-core': { value: '<name>', description: 'name of the core database at the target; default: the same as here' },
    'to-gateway': { value: '<name>', description: 'name of the gateway database there; default: the same as here' },
  },
  async run({ to = '', 'to-core': toCore, 'to-gateway': toGateway }, { config, now }) {
    if (!/^mongodb(\+srv)?:\/\/\S+$/.test(to))
      throw new UsageError('--to has to begin with mongodb:// or mongodb+srv://.');
    for (const [option, name] of Object.entries({ 'to-core': toCore, 'to-gateway': toGateway }))
      if (name !== undefined && !databaseName.test(name))
        throw new UsageError(`--${option} takes up to 63 letters, digits, "_" and "-".`);
    const from = { core: config!.databaseName, gateway: config!.gatewayDatabaseName };
    const into = { core: toCore ?? from.core, gateway: toGateway ?? from.gateway };
    const log = (line: string) => void process.stderr.write(`${line}\n`);
    const summary = await moveStore({ to, from, into, now: now(), log });
    const { documents, collections, counts } = summary;
    const names = [
      ...(into.core === from.core ? [] : [`CORE_DATABASE=${into.core}`]),
      ...(into.gateway === from.gateway ? [] : [`GATEWAY_DATABASE=${into.gateway}`]),
    ];
    const settings = ['MONGODB_URI', ...names].join(', ');
    const text = `${countTable(counts)}

Copied ${counted(documents, 'document')} in ${counted(collections, 'collection')}; both sides are equal. Set ${settings} and start. Keep SECRET_KEY and INTERNAL_SECRET. The data here are unchanged.`;
    return { text, data: { ...summary, databases: into } };
  },
};
