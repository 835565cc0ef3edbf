import { changeInBatches } from './change-in-batches.ts';
import type { Migration, StoreDatabase } from './migration.ts';

interface OldContact {
  _id: string;
  workspaceId: string;
  email?: string;
  emailStatus: string;
  companyId?: string;
  source: string;
  sourceDetail?: string;
}

/** Statuses that a verifier or the directory gave to addresses that cannot exist. */
const foundOut = ['valid', 'catch_all', 'unknown', 'role_based'];
/** Reserved names of this version (RFC 2606, RFC 6761). */
const atReservedName = /[@.](?:example|test|invalid|localhost|example\.(?:com|net|org))$/;
const ofDirectory = /^directory: prs_dir_/;

/**
 * Before this version, people of the built-in directory looked like real ones, and their addresses like valid ones.
 * Earlier versions would still write to them, and cannot check the manifest that approves a message since then.
 */
export const inventedPeople: Migration = {
  version: 9,
  name: 'people of the built-in directory are marked as invented',
  isCompatible: false,
  async run(run) {
    const { db, save, log } = run;
    let { marked = 0, after } = (run.saved ?? {}) as { marked?: number; after?: string };
    const keep = { ...run, saved: { after }, save: (state: object) => save({ ...state, marked }) } as typeof run;
    const revealed = { source: 'search', sourceDetail: ofDirectory };
    const filter = { $or: [revealed, { email: atReservedName, emailStatus: { $in: foundOut } }] };
    await changeInBatches<OldContact>(keep, 'contacts', filter, async (contact) => {
      const { _id, email = '', emailStatus, source, sourceDetail = '' } = contact;
      const isInvented = source === 'search' && ofDirectory.test(sourceDetail);
      const isUnknowable = atReservedName.test(email) && foundOut.includes(emailStatus);
      if (isInvented) await markCompany(contact, db);
      if (isInvented) marked += 1;
      const set = { ...(isInvented && { isInvented }), ...(isUnknowable && { emailStatus: 'unverified' }) };
      return [{ updateOne: { filter: { _id }, update: { $set: set } } }];
    });
    for (const records of ['contacts', 'companies'])
      await db.collection(records).updateMany({ isInvented: { $exists: false } }, { $set: { isInvented: false } });
    log(`marked ${marked} contacts of the built-in directory as invented`);
  },
};

/** A person who was moved to a real company since then does not make it an invented one. */
async function markCompany({ workspaceId, companyId }: OldContact, db: StoreDatabase): Promise<void> {
  if (companyId === undefined) return;
  const filter = { _id: companyId, workspaceId, domain: /\.example$/ };
  await db.collection<{ _id: string }>('companies').updateOne(filter, { $set: { isInvented: true } });
}
