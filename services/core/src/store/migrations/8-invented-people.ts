import { changeInBatches } from './change-in-batches.ts';
import type { Migration } from './migration.ts';

interface OldContact {
  _id: string;
  workspaceId: string;
  companyId?: string;
  emailStatus: string;
}

/** Statuses that a verifier or the directory gave to addresses that cannot exist. */
const foundOut = ['valid', 'catch_all', 'unknown', 'role_based'];
/** Reserved names of this version (RFC 2606, RFC 6761). */
const atReservedName = /[@.](?:example|test|invalid|localhost|example\.(?:com|net|org))$/;

/** Before this version, people of the built-in directory looked like real ones, and their addresses like valid ones. */
export const inventedPeople: Migration = {
  version: 8,
  name: 'people of the built-in directory are marked as invented',
  isCompatible: true,
  async run(run) {
    const { db, save, log } = run;
    let { marked = 0, after } = (run.saved ?? {}) as { marked?: number; after?: string };
    const keep = { ...run, saved: { after }, save: (state: object) => save({ ...state, marked }) } as typeof run;
    const fromDirectory = { source: 'search', sourceDetail: /^directory: prs_dir_/ };
    const invented = { $or: [fromDirectory, { email: atReservedName, emailStatus: { $in: foundOut } }] };
    await changeInBatches<OldContact & { source?: string; sourceDetail?: string }>(
      keep,
      'contacts',
      invented,
      async (contact) => {
        const { _id, workspaceId, companyId, emailStatus, source, sourceDetail = '' } = contact;
        const isInvented = source === 'search' && sourceDetail.startsWith('directory: prs_dir_');
        if (isInvented && companyId !== undefined)
          await db
            .collection<{ _id: string }>('companies')
            .updateOne({ _id: companyId, workspaceId, domain: /\.example$/ }, { $set: { isInvented: true } });
        if (isInvented) marked += 1;
        const set = {
          ...(isInvented && { isInvented }),
          ...(foundOut.includes(emailStatus) && { emailStatus: 'unverified' }),
        };
        return [{ updateOne: { filter: { _id }, update: { $set: set, $inc: { version: 1 } } } }];
      },
    );
    log(`marked ${marked} contacts of the built-in directory as invented`);
  },
};
