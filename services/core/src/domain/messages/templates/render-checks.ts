import { counted } from '../../text/counted.ts';
import { findForeignPlaceholders } from './foreign-placeholders.ts';

export type MessageCheckKind = 'placeholder' | 'length' | 'links' | 'spam_words' | 'subject';

/** `error`: the message cannot be sent. `warning`: it can be sent, but needs a second look. */
export interface MessageProblem {
  kind: MessageCheckKind;
  severity: 'error' | 'warning';
  message: string;
}

const wordsWarned = 200;
const subjectWarned = 78;
const linksWarned = 2;
const spamWords = [
  '100% free',
  'act now',
  'as seen on',
  'buy now',
  'cash bonus',
  'click here',
  'congratulations',
  'double your',
  'earn money',
  'free money',
  'guaranteed',
  'limited time',
  'lowest price',
  'make money',
  'no obligation',
  'once in a lifetime',
  'risk-free',
  'special promotion',
  'urgent',
  'winner',
];

/** Problems that block this text or that its author should review. */
export function checkText(message: { subject: string; bodyText: string }): MessageProblem[] {
  return [
    ...placeholderProblems(message),
    ...gapProblems(message),
    ...subjectProblems(message.subject),
    ...lengthProblems(message.bodyText),
    ...linkProblems(message.bodyText),
    ...spamProblems(`${message.subject}\n${message.bodyText}`),
  ];
}

function problem(kind: MessageCheckKind, severity: MessageProblem['severity'], message: string): MessageProblem {
  return {
    kind,
    severity,
    message,
  };
}

/** Maximum placeholders named in one problem. */
const namedMax = 5;

function placeholderProblems({ subject, bodyText }: { subject: string; bodyText: string }): MessageProblem[] {
  const { certain, possible } = findForeignPlaceholders(`${subject}\n${bodyText}`);
  const named = (found: string[]) => found.slice(0, namedMax).join(', ');
  return [
    ...(certain.length > 0 ? [problem('placeholder', 'error', `Unresolved placeholders: ${named(certain)}.`)] : []),
    ...(possible.length > 0
      ? [problem('placeholder', 'warning', `These look like placeholders: ${named(possible)}.`)]
      : []),
  ];
}

/** Signs of a missing value: a space before a comma or period, a comma at the start of a line, or empty brackets. */
const gaps = /\S{0,40}[ \u00A0]+[,.](?=\s|$)|^[,;][^\n]{0,20}|\(\s*\)|"\s*"|“\s*”/gmu;
/** Salutations without a name: "Dear !", but not "Hello there". French puts a space before some punctuation. */
const emptySalutation =
  /^\s*(?:hi|hey|hello|dear|hallo|liebe[r]?|guten (?:tag|morgen)|hola|ciao|caro|cara|beste|olá|ola|cześć|drogi|droga)\s+[!:?]/iu;

function gapProblems({ subject, bodyText }: { subject: string; bodyText: string }): MessageProblem[] {
  const found = [subject, bodyText].flatMap((text) => [
    ...(text.match(gaps) ?? []),
    ...(text.match(emptySalutation) ?? []),
  ]);
  const [first] = new Set(found.map((text) => text.trim()));
  return first === undefined ? [] : [problem('placeholder', 'warning', `An empty value leaves a gap: “${first}”.`)];
}

function subjectProblems(subject: string): MessageProblem[] {
  if (subject.trim() === '') return [problem('subject', 'error', 'The subject is empty.')];
  const letters = subject.replace(/[^\p{L}]/gu, '');
  const problems: MessageProblem[] = [];
  if (subject.length > subjectWarned) {
    problems.push(
      problem('subject', 'warning', `The subject has ${counted(subject.length, 'character')}; mail clients cut it.`),
    );
  }
  if (letters.length > 5 && letters === letters.toUpperCase()) {
    problems.push(problem('subject', 'warning', 'The subject is all in capitals.'));
  }
  return problems;
}

function lengthProblems(bodyText: string): MessageProblem[] {
  const words = bodyText.split(/\s+/).filter(Boolean).length;
  if (words === 0) return [problem('length', 'error', 'The body is empty.')];
  if (words <= wordsWarned) return [];
  return [
    problem(
      'length',
      'warning',
      `The body has ${counted(words, 'word')}; first messages under ${wordsWarned} are answered more.`,
    ),
  ];
}

function linkProblems(bodyText: string): MessageProblem[] {
  const links = bodyText.match(/https?:\/\/[^\s<>"]+/gi) ?? [];
  const problems: MessageProblem[] = [];
  if (links.length > linksWarned)
    problems.push(problem('links', 'warning', `The body has ${counted(links.length, 'link')}.`));
  const shortened = links.filter((link) => /^https?:\/\/(bit\.ly|t\.co|tinyurl\.com|goo\.gl|ow\.ly)\//i.test(link));
  if (shortened.length > 0)
    problems.push(problem('links', 'warning', `Shortened links look like spam: ${shortened[0]}`));
  const broken = links.filter((link) => !URL.canParse(link));
  if (broken.length > 0) problems.push(problem('links', 'error', `Not a link: ${broken[0]}`));
  return problems;
}

function spamProblems(text: string): MessageProblem[] {
  const lower = text.toLowerCase();
  const found = spamWords.filter((word) => lower.includes(word));
  if (found.length === 0) return [];
  return [problem('spam_words', 'warning', `Words that filters count as spam: ${found.join(', ')}.`)];
}
