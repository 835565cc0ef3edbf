import { type ColumnTarget, columnTargets } from './contact-row.ts';

/** Names that columns have in the exports of common programs, in English, German, French and Spanish; without spaces and marks. */
// biome-ignore format: a table.
const otherNames: Partial<Record<ColumnTarget, readonly string[]>> = {
  email: ['emailaddress', 'mail', 'emailadresse', 'mailadresse', 'workemail', 'businessemail', 'courriel', 'adresseemail', 'correo', 'correoelectronico', 'email1', 'primaryemail', 'contactemail'],
  emailStatus: ['emailverification', 'verificationstatus', 'emailverificationstatus'],
  firstName: ['vorname', 'givenname', 'first', 'fname', 'prenom', 'nombre', 'forename'],
  lastName: ['nachname', 'surname', 'familyname', 'last', 'lname', 'familienname', 'nomdefamille', 'apellido', 'apellidos'],
  fullName: ['name', 'contactname', 'contact', 'person', 'nomcomplet', 'vollername', 'ansprechpartner'],
  title: ['jobtitle', 'position', 'role', 'job', 'funktion', 'berufsbezeichnung', 'poste', 'fonction', 'cargo', 'puesto'],
  seniority: ['senioritylevel', 'level'],
  department: ['abteilung', 'departement', 'departamento', 'team'],
  linkedinUrl: ['linkedin', 'linkedinprofile', 'personlinkedinurl', 'linkedinprofileurl', 'profileurl'],
  phone: ['phonenumber', 'phones', 'telefon', 'telephone', 'tel', 'mobile', 'mobilephone', 'handy', 'workphone', 'directphone', 'telefono'],
  companyName: ['company', 'organization', 'organisation', 'account', 'accountname', 'firma', 'firmenname', 'unternehmen', 'employer', 'entreprise', 'societe', 'empresa'],
  companyDomain: ['domain', 'website', 'companywebsite', 'web', 'url', 'webseite', 'companyurl', 'siteweb'],
  city: ['ort', 'stadt', 'town', 'ville', 'ciudad'],
  region: ['state', 'province', 'bundesland', 'county', 'provincia'],
  country: ['land', 'pays', 'pais', 'countrycode'],
  timeZone: ['zeitzone', 'tz'],
  language: ['sprache', 'langue', 'idioma', 'locale'],
  declaredBasis: ['legalbasis', 'lawfulbasis', 'basis', 'rechtsgrundlage'],
  basisNote: ['basisreason'],
  externalId: ['id', 'crmid', 'contactid', 'recordid', 'externalkey'],
  tags: ['tag', 'labels', 'label', 'categories', 'kategorien'],
};

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const targetByName = new Map<string, ColumnTarget>(
  columnTargets.flatMap((target) =>
    [target, ...(otherNames[target] ?? [])].map((name) => [plain(name), target] as const),
  ),
);

const customName = /^[A-Za-z][A-Za-z0-9_]{0,49}$/;

const asTarget = (text: string): ColumnTarget | undefined => {
  const known = columnTargets.find((target) => target === text);
  if (known !== undefined) return known;
  const custom = text.startsWith('customFields.') && customName.test(text.slice('customFields.'.length));
  return custom ? (text as ColumnTarget) : undefined;
};

export interface ColumnMapping {
  column: string;
  target: ColumnTarget | null;
  /** Said by the caller, guessed from the name, or left out. */
  by: 'caller' | 'guess' | 'ignored';
}

/** "Column=target" as the caller writes it; "Column=-" leaves a column out. Undefined when it is not of that form. */
export const parseColumnRule = (rule: string): { column: string; target: ColumnTarget | null } | undefined => {
  const at = rule.lastIndexOf('=');
  const column = rule.slice(0, at).trim();
  const text = rule.slice(at + 1).trim();
  if (at < 1 || column === '') return undefined;
  const target = text === '-' ? null : asTarget(text);
  return target === undefined ? undefined : { column, target };
};

/** What each column becomes: as the caller says, else as its name suggests; each target is guessed at most once. */
export const mapColumns = (
  columns: readonly string[],
  rules: ReadonlyMap<string, ColumnTarget | null>,
): ColumnMapping[] => {
  const taken = new Set<ColumnTarget | null>(rules.values());
  return columns.map((column) => {
    const ruled = rules.get(column);
    if (ruled !== undefined) return { column, target: ruled, by: ruled === null ? 'ignored' : 'caller' };
    const guessed = asTarget(column) ?? targetByName.get(plain(column));
    if (guessed === undefined || (taken.has(guessed) && guessed !== 'phone'))
      return { column, target: null, by: 'ignored' };
    taken.add(guessed);
    return { column, target: guessed, by: 'guess' };
  });
};
