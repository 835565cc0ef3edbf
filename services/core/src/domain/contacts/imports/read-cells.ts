import { customKeyPattern } from '../../fields/custom-fields.ts';
import { oneLine } from '../../text/control-characters.ts';
import { declaredBases, emailStatuses, seniorities } from '../contact-values.ts';
import { hasInvisible, normalizeDomain, normalizeEmail } from '../email-address.ts';
import { cleanNamePart, isSalutation, splitName } from '../person-name.ts';
import { profileKey } from '../profile-address.ts';
import { isSharedHost } from '../shared-hosts.ts';
import { isRoundedNumber } from './cell-values.ts';
import { codedValue, timeZoneOf } from './coded-values.ts';
import { isNoName } from './nothing.ts';
import { applyWill, type Cell, leftOut, readNoticeDay, readStage } from './read-will.ts';
import { willOfStatus } from './will-columns.ts';
import { yesOrNo } from './yes-and-no.ts';

type Reader = (cell: Cell) => void;
const phonesMax = 10;
const phoneLengthMax = 40;
const tagLengthMax = 50;
/** An address at the start of a text or after a separator. After a plain word, it may be the rest of a broken one. */
const addressInText =
  /(?<=^\s*|[<>()[\];:,|"'=/]\s*|\s(?:or|oder|ou|o|und|and|&)\s+)[^\s<>()[\];:,|"'=/]+@[^\s<>()[\];,|"']+/g;
const placeWords = /[,;|\n]|\s:::\s|\s\/\s|\s(?:or|oder|ou|o|und|and)\s/;
const customKey = new RegExp(customKeyPattern);

function readEmail(cell: Cell): void {
  const raw = typeof cell.value === 'string' ? cell.value : cell.text;
  if (hasInvisible(raw)) cell.note('invisible_removed', 'email', 'Invisible characters were removed from email.');
  const found = normalizeEmail(cell.text) === undefined ? (cell.text.match(addressInText) ?? []) : [];
  const [first, ...others] = found.flatMap((one) => normalizeEmail(one) ?? []);
  cell.row.facts.email ??= first ?? cell.text;
  if (others.length > 0)
    cell.note('cell_left_out', 'email', 'The cell has more than one email address: the first is used.');
}

function readNamePart({ target, text, row, isOwn }: Cell): void {
  const name = isOwn ? text : cleanNamePart(text);
  if (name !== '') row.facts[target] = name;
}

function readPhones(cell: Cell): void {
  const parts = cell.isOwn ? cell.text.split('; ') : cell.text.split(placeWords);
  const phones = (cell.row.facts.phones as string[] | undefined) ?? [];
  for (const part of parts) {
    const phone = cell.isOwn
      ? part
      : part
          .replace(/\s*\([^)\d]*\)/gu, '')
          .replace(/^[\p{L}\s.]+:\s*/u, '')
          .trim();
    const isPhone = (phone.match(/\d/g)?.length ?? 0) >= (parts.length > 1 ? 5 : 1);
    if (phone === '') continue;
    if (isRoundedNumber(phone)) leftOut(cell, 'a spreadsheet has rounded the number');
    else if ((!isPhone && !cell.isOwn) || phone.length > phoneLengthMax) leftOut(cell, 'it is not a phone number');
    else if (phones.length < phonesMax && !phones.includes(phone)) phones.push(phone);
  }
  if (phones.length > 0) cell.row.facts.phones = phones;
}

function readCompanyDomain(cell: Cell): void {
  const { text, row } = cell;
  if (profileKey(text) !== undefined) {
    row.facts.linkedinUrl ??= asUrl(text);
    return;
  }
  const domain = text.includes('@') ? undefined : normalizeDomain(text.replace(/^https?:\/\/\s*/i, 'https://'));
  if (domain === undefined) leftOut(cell, 'it is not a domain name');
  else if (isSharedHost(domain) && !cell.isOwn)
    cell.note(
      'shared_host',
      'companyDomain',
      `${domain} is shared by many people and companies: it becomes no company.`,
    );
  else row.facts.companyDomain = domain;
}

/** Converts a URL with letters beyond ASCII (IRI) to a URI. Others are unchanged. */
function asUrl(value: string): string {
  const url = /^https?:\/\//i.test(value) ? value : `https://${value}`;
  return /^[\u0021-\u007e]*$/.test(url) || !URL.canParse(url) ? url : new URL(url).href;
}

function readTags({ value, text, row, isOwn, note }: Cell): void {
  const separator = isOwn ? ';' : ',;|';
  const pattern = new RegExp(`\\s*"((?:[^"]|"")*)"\\s*(?=[${separator}]|$)|[^${separator}]+`, 'g');
  const items = Array.isArray(value)
    ? value.map(String)
    : [...text.replace(/\s*:::\s*/g, separator[0]!).matchAll(pattern)].map(
        ([all, quoted]) => quoted?.replaceAll('""', '"') ?? all,
      );
  for (const item of items) {
    const tag = item.replace(/^\s*\*\s+/, '').trim();
    if (tag.length > tagLengthMax)
      note('cell_left_out', 'tags', `A tag is left out: it has more than ${tagLengthMax} characters.`);
    else if (tag !== '') row.tags.push(tag);
    if (!isOwn && willOfStatus(tag) === 'opted_out') row.will.isOptedOut = true;
  }
}

function readCustomFields(cell: Cell): void {
  const own = typeof cell.value === 'string' ? parsed(cell.value) : cell.value;
  if (own === null || typeof own !== 'object' || Array.isArray(own)) {
    leftOut(cell, 'it is not a JSON object');
    return;
  }
  const fields = Object.entries(own).filter(([key]) => customKey.test(key));
  cell.row.facts.customFields = { ...Object.fromEntries(fields), ...(cell.row.facts.customFields as object) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function coded(known: readonly string[]): Reader {
  return (cell) => {
    const { target, text, row } = cell;
    if (target === 'emailStatus') applyWill(cell, 'status');
    const code = codedValue(target, text, known);
    if (known.includes(code)) row.facts[target] = code;
    else if (target !== 'emailStatus' || willOfStatus(text) === 'none')
      leftOut(cell, `it is none of ${known.join(', ')}`);
  };
}

function readPlace({ target, text, row }: Cell): void {
  row.facts.location = { ...(row.facts.location as object), [target]: text };
}

/** Functions that turn a cell into a fact, by target. Other targets are read as text. */
export const readers: Readonly<Record<string, Reader>> = {
  email: readEmail,
  firstName: readNamePart,
  lastName: readNamePart,
  fullName: ({ text, row }) => {
    const { facts } = row;
    if (!text.includes('@') && !isNoName(text, false)) Object.assign(facts, { ...splitName(text), ...facts });
  },
  title: ({ text, row, isOwn }) => {
    if (isOwn || !isSalutation(text)) row.facts.title = text;
  },
  phone: readPhones,
  companyDomain: readCompanyDomain,
  linkedinUrl: ({ text, row }) => {
    row.facts.linkedinUrl = asUrl(text);
  },
  tags: readTags,
  customFields: readCustomFields,
  doNotContact: (cell) => applyWill(cell, cell.will === 'consent' ? 'consent' : 'opt_out'),
  bounced: (cell) => applyWill(cell, 'bounce'),
  stage: readStage,
  noticeSentAt: readNoticeDay,
  city: readPlace,
  region: readPlace,
  country: readPlace,
  seniority: coded(seniorities),
  emailStatus: coded(emailStatuses),
  declaredBasis: coded(declaredBases),
  timeZone: (cell) => {
    const zone = timeZoneOf(cell.text);
    if (zone === undefined) leftOut(cell, 'it is not an IANA time zone, e.g. Europe/Paris');
    else cell.row.facts.timeZone = zone;
  },
  isTimeZoneInferred: ({ value, row }) => {
    row.isTimeZoneInferred = yesOrNo(value) === true;
  },
  externalId: (cell) => {
    if (isRoundedNumber(cell.text)) leftOut(cell, 'a spreadsheet has rounded the ID');
    else if (/^0+$/.test(cell.text) && !cell.isOwn) leftOut(cell, 'zero stands for no ID');
    else cell.row.facts.externalId = oneLine(cell.text);
  },
  id: ({ text, row }) => {
    if (/^con_\w+$/.test(text)) row.contactId = text;
  },
};
