import { defineModel, StoredSchema } from '../../documents/define-model.ts';

const keptSeconds = 30 * 24 * 60 * 60;

/** Mail server findings about a domain. Shared by all workspaces, and free of personal data. */
interface MailDomainDoc {
  _id: string;
  isCatchAll: boolean;
  checkedAt: Date;
}

const MailDomainModel = defineModel<MailDomainDoc>(
  'MailDomain',
  'mail_domains',
  new StoredSchema<MailDomainDoc>({
    isCatchAll: { type: Boolean, required: true },
    checkedAt: { type: Date, required: true },
  }).index({ checkedAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

export async function findMailDomain(domain: string): Promise<Omit<MailDomainDoc, '_id'> | null> {
  const found = await MailDomainModel.findById(domain).lean();
  return found && { isCatchAll: found.isCatchAll, checkedAt: found.checkedAt };
}

export async function saveMailDomain(domain: string, finding: Omit<MailDomainDoc, '_id'>): Promise<void> {
  await MailDomainModel.updateOne({ _id: domain }, { $set: finding }, { upsert: true });
}
