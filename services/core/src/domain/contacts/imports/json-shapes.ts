type Row = Record<string, unknown>;

/** Objects in which programs wrap the fields of a record. */
const wrappers = new Set([
  'properties',
  'attributes',
  'fields',
  'contact',
  'person',
  'lead',
  'prospect',
  'data',
  'profile',
]);
const companies =
  /^(?:current_?)?(?:organi[sz]ation|company|account|employer|firm|workplace|entreprise|empresa|firma|unternehmen)$/i;
const places = /^(?:location|address|(?:mailing|work|home|primary|office)_?address|place|geo|adresse|direccion)$/i;
const names = /^(?:name|full_?name|person_?name)$/i;
const phones = /^(?:phones?|phone_?numbers?|telephones?|mobiles?|tel)$/i;
const emails = /^(?:emails?|e_?mail_?address(?:es)?|email_?addresses)$/i;
const listsOfNames = /^(?:tags?|labels?|categories|kategorien|groups)$/i;

/** Members that hold a wrapped value, best first. */
const valueNames = [
  'value',
  'email',
  'address',
  'number',
  'sanitized_number',
  'raw_number',
  'e164',
  'phone',
  'phoneNumber',
  'name',
  'fullName',
  'label',
  'title',
  'text',
  'displayName',
  'display_name',
  'formatted',
  'url',
  'uri',
  'code',
];
const nameMembers: Record<string, string> = {
  first: 'firstName',
  given: 'firstName',
  givenname: 'firstName',
  firstname: 'firstName',
  last: 'lastName',
  family: 'lastName',
  familyname: 'lastName',
  lastname: 'lastName',
  surname: 'lastName',
  full: 'fullName',
  formatted: 'fullName',
  fullname: 'fullName',
  display: 'fullName',
  displayname: 'fullName',
};
const companyMembers: Record<string, string> = {
  name: 'companyName',
  displayname: 'companyName',
  legalname: 'companyName',
  companyname: 'companyName',
  title: 'companyName',
  domain: 'companyDomain',
  primarydomain: 'companyDomain',
  websiteurl: 'companyDomain',
  website: 'companyDomain',
  webdomain: 'companyDomain',
  url: 'companyDomain',
  homepage: 'companyDomain',
};
const placeMembers: Record<string, string> = {
  city: 'city',
  locality: 'city',
  town: 'city',
  addresslocality: 'city',
  stadt: 'city',
  ort: 'city',
  region: 'region',
  state: 'region',
  province: 'region',
  administrativearea: 'region',
  addressregion: 'region',
  country: 'country',
  countrycode: 'country',
  countryname: 'country',
  addresscountry: 'country',
  land: 'country',
};

function isRow(value: unknown): value is Row {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

function isPrimary(value: unknown): boolean {
  return isRow(value) && [value.primary, value.isPrimary, value.is_primary, value.preferred].includes(true);
}

/** Scalar that a value represents. Undefined if its shape is unknown. */
export function scalarOf(value: unknown): string | number | boolean | null | undefined {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as string;
  if (Array.isArray(value)) return value.length === 0 ? null : scalarOf(value.find(isPrimary) ?? value[0]);
  if (!isRow(value)) return undefined;
  const name = valueNames.find((one) => value[one] !== null && value[one] !== undefined);
  return name === undefined ? undefined : scalarOf(value[name]);
}

function listOf(value: unknown): unknown[] {
  const items = Array.isArray(value)
    ? value.toSorted((one, other) => Number(isPrimary(other)) - Number(isPrimary(one)))
    : [value];
  return items.map((item) => scalarOf(item) ?? item).filter((item) => item !== null);
}

function members(value: Row, table: Record<string, string>): [string, unknown][] {
  const found = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    const target = table[plain(name)];
    if (target !== undefined && !found.has(target) && member !== null) found.set(target, scalarOf(member) ?? member);
  }
  return [...found];
}

function cellsOf(name: string, value: unknown): [string, unknown][] {
  if (name === 'customFields' && isRow(value))
    return Object.entries(value).map(([key, inner]) => [`customFields.${key}`, inner]);
  if (phones.test(name) && (Array.isArray(value) || isRow(value)))
    return listOf(value).map((phone, index) => [`phone ${index + 1}`, phone]);
  if (listsOfNames.test(name) && Array.isArray(value)) return [[name, listOf(value)]];
  if (isRow(value)) {
    const table = companies.test(name)
      ? companyMembers
      : places.test(name)
        ? placeMembers
        : names.test(name)
          ? nameMembers
          : undefined;
    const found = table === undefined ? [] : members(value, table);
    if (found.length > 0) return found;
  }
  if (emails.test(name) && Array.isArray(value)) return [[name === 'emails' ? 'email' : name, scalarOf(value)]];
  return [[name, scalarOf(value) ?? value]];
}

/**
 * Flattens a JSON object to a row with columns. Well-known nested shapes become cells; unknown shapes are unchanged.
 */
export function flattenJson(row: object): Row {
  const cells = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (!wrappers.has(name) || !isRow(value)) return cellsOf(name, value);
    return Object.entries(value).flatMap(([inner, member]) => cellsOf(inner, member));
  });
  const flat: Row = {};
  for (const [name, value] of cells) if (!(name in flat) || flat[name] === null) flat[name] = value;
  return flat;
}
