import { type DocOf, defineModel, stored } from '../../documents/define-model.ts';
import { boolean, date } from '../../documents/paths.ts';

const keptSeconds = 30 * 24 * 60 * 60;

/** Mail server findings about a domain. Shared by all workspaces, and free of personal data. */
type MailDomainDoc = DocOf<typeof MailDomainModel>;

const MailDomainModel = defineModel(
  'MailDomain',
  'mail_domains',
  stored({
    isCatchAll: boolean,
    checkedAt: date,
  }).index({ checkedAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

export async function findMailDomain(domain: string): Promise<Omit<MailDomainDoc, '_id'> | null> {
  const found = await MailDomainModel.findById(domain).lean();
  return found && { isCatchAll: found.isCatchAll, checkedAt: found.checkedAt };
}

export async function saveMailDomain(domain: string, finding: Omit<MailDomainDoc, '_id'>): Promise<void> {
  await MailDomainModel.updateOne({ _id: domain }, { $set: finding }, { upsert: true });
}
