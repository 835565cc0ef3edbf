import type { ContactFacts } from './contact.ts';
import { contactChanges, onlyMissing } from './contact-changes.ts';

export interface Mergeable extends ContactFacts {
  tags: string[];
  listIds: string[];
  doNotContact: boolean;
  lastContactedAt?: Date;
  lastRepliedAt?: Date;
  noticeSentAt?: Date;
  basisSetAt?: Date;
  emailStatusCheckedAt?: Date;
  stage: string;
  score?: object;
}

const factNames = [
  'email',
  'firstName',
  'lastName',
  'title',
  'seniority',
  'department',
  'linkedinUrl',
  'companyName',
  'companyDomain',
  'location',
  'timeZone',
  'language',
  'declaredBasis',
  'basisNote',
  'externalId',
  'customFields',
] as const;

const union = (left: string[] = [], right: string[] = []): string[] => [...new Set([...left, ...right])];
const later = (left?: Date, right?: Date): Date | undefined =>
  left && right ? (left > right ? left : right) : (left ?? right);

const pick = (contact: Mergeable) =>
  Object.fromEntries(factNames.map((name) => [name, contact[name] ?? undefined])) as ContactFacts;

const same = (left: unknown, right: unknown) => JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

/** What changes on the kept contact: what it lacks comes from the other one, collections are united, a "no" of either stays. */
export const mergeChanges = (kept: Mergeable, other: Mergeable): Partial<Mergeable> => {
  const facts = contactChanges(kept, onlyMissing(kept, pick(other)));
  const takesAddress = facts.email !== undefined;
  const united = {
    phones: union(kept.phones, other.phones),
    tags: union(kept.tags, other.tags),
    listIds: union(kept.listIds, other.listIds),
    doNotContact: kept.doNotContact || other.doNotContact,
    lastContactedAt: later(kept.lastContactedAt, other.lastContactedAt),
    lastRepliedAt: later(kept.lastRepliedAt, other.lastRepliedAt),
    noticeSentAt: kept.noticeSentAt ?? other.noticeSentAt,
    ...(facts.declaredBasis !== undefined && { basisSetAt: other.basisSetAt }),
    ...(takesAddress && { emailStatus: other.emailStatus, emailStatusCheckedAt: other.emailStatusCheckedAt }),
    ...(kept.stage === 'new' && { stage: other.stage }),
    ...(kept.score === undefined && { score: other.score }),
  };
  const changed = Object.entries(united).filter(([name, value]) => !same(value, kept[name as keyof Mergeable]));
  return { ...facts, ...Object.fromEntries(changed) };
};
