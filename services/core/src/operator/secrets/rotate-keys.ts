import { resealAll } from '../../store/maintenance/sealed-secrets.ts';
import { markSealedWith, sealedWith } from '../../store/secrets/store-keys.ts';
import { type Command, UsageError } from '../command.ts';

export const rotateKeysCommand: Command = {
  name: 'keys rotate',
  summary: 'Seal all stored secrets with the first key of SECRET_KEY; the keys behind it may go afterwards.',
  options: {},
  async run(_values, { keyRing }) {
    const { current, all } = keyRing;
    const isNew = (await sealedWith()) !== current.id;
    if (!isNew && all.length === 1)
      throw new UsageError('SECRET_KEY holds the present key alone: put a new one in front of it (new:KEY,old:KEY).');
    const count = await resealAll(keyRing);
    await markSealedWith(current);
    return {
      text: `Sealed ${count} ${count === 1 ? 'secret' : 'secrets'} with the key ${current.id}. No other key is needed from now on.`,
      data: { keyId: current.id, resealedCount: count },
    };
  },
};
