import { isColumnName } from '../../contacts/imports/column-guess.ts';
import { companyPlaceholders, renderFields } from './render-fields.ts';

/** Placeholders of other products left in a text. */
export interface ForeignPlaceholders {
  /** Placeholders that name a field or a choice and are never meant for a reader. */
  certain: string[];
  /** Possible placeholders that could also be part of the text. */
  possible: string[];
}

/** Longest content of a placeholder, in characters. */
const contentLengthMax = 60;
const content = `[^\\s{}<>\\[\\]%*|:][^{}<>\\[\\]\\n]{0,${contentLengthMax}}?`;

/** Forms that never occur in a sentence: merge tags of mail, CRM, and outreach products. */
const certainForms = [
  // Liquid and Handlebars, including nested and partial ones, and "<%= name %>" of ERB.
  /\{{2,3}[^{}\n]*\}{0,3}|\{%[^%\n]*%?\}?|\}\}|%\}|<%[^%\n]*%>/g,
  // "*|FNAME|*" (Mailchimp), "${firstName}", "%%name%%", "{!Contact.Name}" and "{$name}" (Salesforce, AcyMailing).
  /\*\|[^|\n]{1,60}\|\*|\$\{[^{}\n]{1,60}\}|%%[^%\n]{1,60}%%|\{[!$#@][^{}\n]{1,60}\}/g,
  // "{Hi|Hello}": a choice of texts.
  /\{[^{}\n]*\|[^{}\n]*\}/g,
  // "<<First Name>>", "«First Name»" (Word) with a field, "[[First Name]]", "::firstName::".
  new RegExp(
    `<<\\s*${content}\\s*>>|\\[\\[\\s*${content}\\s*\\]\\]|(?<![\\p{L}\\p{N}])::\\p{L}[\\p{L}\\p{N} _.-]{0,60}::(?![\\p{L}\\p{N}])`,
    'gu',
  ),
];

const word = '[\\p{L}_][\\p{L}\\p{N} _.\\-/]{0,60}';

/** Forms that a sentence can contain, so the name decides. A bracket before a parenthesis is a Markdown link. */
const doubtfulForms = [
  new RegExp(`\\{\\s*(${word}?)\\s*\\}`, 'gu'),
  new RegExp(`%(${word}?)%`, 'gu'),
  new RegExp(`\\[\\s*(${word}?)\\s*\\](?![(:\\[])`, 'gu'),
  // "[FNAME|there]", "[First name, fallback=there]".
  new RegExp(`\\[\\s*(${word}?)\\s*(?:[|,]|(?:default|fallback)\\s*=)[^\\]\\n]{0,60}\\]`, 'gu'),
  new RegExp(`\\(\\(\\s*(${word}?)\\s*\\)\\)|【\\s*(${word}?)\\s*】`, 'gu'),
  new RegExp(`(?<!<)<\\s*(${word}?)\\s*>(?!>)`, 'gu'),
  new RegExp(`«\\s*(${word}?)\\s*»`, 'gu'),
  new RegExp(`(?<![\\p{L}\\p{N}])(?:##|#|@@|__|~~|~|\\$)(${word}?)(?:##|#|@@|__|~~|~|\\$)(?![\\p{L}\\p{N}])`, 'gu'),
];
/** "$firstName" and "$first_name", without delimiters. */
const variable = /\$(?:[a-z]+(?:[A-Z_][A-Za-z_]*)+)\b/g;
/** Field names of other products without any mark, or with one that also occurs in texts: "FIRSTNAME", "-firstName-". */
const bareName =
  /(?<![\p{L}\p{N}_/?&=.])[@-]?(?:(?:first|last|full|company)(?:Name|_name)|(?:FIRST|LAST|FULL|COMPANY)_?NAME|[FL]NAME)-?(?![\p{L}\p{N}_=(])/gu;
/** Forms in which an unknown name deserves a warning: "{weather}", "[Pain Point]". */
const looksLikeForm = /^\{|^\[\p{Lu}\p{Ll}/u;
/** Capitals between percent signs, such as "%RANDOM%". */
const shouted = /^%[A-Z][A-Z0-9_]{2,}%$/;

/** Words that may qualify a field name in any of the forms. */
const fillers = /\b(?:your|my|the|insert|enter|recipient|prospect|contact|lead|person|sender|client|customer)\b/giu;
const ownNames = new Set([...renderFields, ...companyPlaceholders, 'company', 'sender'].map(plain));
/** Endings of compound field names, such as "prospect first name". */
const nameEndings = /(?:name|firma|company|title|domain|email|mail)$/u;

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * True if the word names a field: one of our own, an import column name in any supported language, or an identifier.
 */
function namesField(name: string): boolean {
  const isIdentifier = /^(?:[\p{Ll}]+[\p{Lu}][\p{L}\p{N}]*|[\p{L}\p{N}]+(?:[_.][\p{L}\p{N}]+)+)$/u.test(name);
  const last = plain(name.split('.').at(-1) ?? '');
  const bare = plain(name.replace(fillers, ' '));
  return isIdentifier || [plain(name), last, bare].some((each) => isKnown(each));
}

function isKnown(name: string): boolean {
  return name !== '' && (ownNames.has(name) || isColumnName(name) || nameEndings.test(name));
}

/** Finds placeholders left in a text, before or after rendering. */
export function findForeignPlaceholders(text: string): ForeignPlaceholders {
  const certain = new Set<string>();
  const possible = new Set<string>();
  let rest = text;
  for (const form of certainForms) {
    for (const [found] of rest.matchAll(form)) certain.add(found);
    rest = rest.replace(form, ' ');
  }
  for (const [found] of rest.matchAll(variable)) if (namesField(found.slice(1))) certain.add(found);
  for (const form of doubtfulForms) {
    for (const [found, name = ''] of rest.matchAll(form)) {
      if (namesField(name.trim()) || shouted.test(found)) certain.add(found);
      else if (looksLikeForm.test(found)) possible.add(found);
    }
  }
  const marked = [...certain, ...possible].join(' ');
  for (const [found] of rest.matchAll(bareName)) if (!marked.includes(found)) possible.add(found);
  return { certain: [...certain], possible: [...possible] };
}
