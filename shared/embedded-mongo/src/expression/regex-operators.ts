import type { BSONRegExp } from 'bson';
import { bsonType, type Document, isDocument, type Maybe, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { LinearPattern, type Match } from '../regex/linear-pattern.ts';
import { toRegExp } from '../regex/regex.ts';
import type { Form } from './operator.ts';

function patternOf(name: string, regex: Maybe, options: Maybe): LinearPattern | undefined {
  if (regex === undefined || regex === null) return undefined;
  if (options !== undefined && options !== null && typeof options !== 'string')
    throw new MongoError(51106, `${name} needs 'options' to be of type string`);
  if (typeof regex === 'string') return new LinearPattern(toRegExp(regex, options ?? ''));
  if (bsonType(regex) !== 'BSONRegExp')
    throw new MongoError(51105, `${name} needs 'regex' to be of type string or regex`);
  const { pattern, options: own } = regex as BSONRegExp;
  if (own !== '' && options) throw new MongoError(51107, `${name}: found regex options in both 'regex' and 'options'`);
  return new LinearPattern(toRegExp(pattern, options || own));
}

function letters(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? [...text].length : text.length;
}

function shown(text: string, { index, text: match, groups }: Match): Document {
  return { match, idx: letters(text.slice(0, index)), captures: groups as Value[] };
}

function allMatches(text: string, pattern: LinearPattern): Document[] {
  const found: Document[] = [];
  for (let from = 0; from <= text.length; ) {
    const match = pattern.exec(text, from);
    if (!match) break;
    found.push(shown(text, match));
    from = match.text === '' ? match.index + 1 : match.index + match.text.length;
  }
  return found;
}

type Answer = (text: string | undefined, pattern: LinearPattern | undefined) => Value;

function regexForm(answer: Answer): Form {
  return (operand, compile, name) => {
    if (!isDocument(operand) || operand.input === undefined || operand.regex === undefined)
      throw new MongoError(51103, `${name} expects an object with 'input' and 'regex'`);
    const unknown = Object.keys(operand).find((field) => !['input', 'regex', 'options'].includes(field));
    if (unknown) throw new MongoError(31024, `${name} found an unknown argument: ${unknown}`);
    const [input, regex, options] = [operand.input, operand.regex, operand.options ?? null].map(compile);
    let last: { regex: Maybe; options: Maybe; pattern: LinearPattern | undefined } | undefined;
    return (scope) => {
      const text = input!(scope);
      if (text !== undefined && text !== null && typeof text !== 'string')
        throw new MongoError(51104, `${name} needs 'input' to be of type string`);
      const wanted = { regex: regex!(scope), options: options!(scope) };
      if (!last || last.regex !== wanted.regex || last.options !== wanted.options) {
        last = { ...wanted, pattern: patternOf(name, wanted.regex, wanted.options) };
      }
      return answer(text ?? undefined, last.pattern);
    };
  };
}

export const regexForms: Record<string, Form> = {
  $regexMatch: regexForm((text, pattern) => (text === undefined ? false : (pattern?.test(text) ?? false))),
  $regexFind: regexForm((text, pattern) => {
    const match = text === undefined ? undefined : pattern?.exec(text, 0);
    return match ? shown(text!, match) : null;
  }),
  $regexFindAll: regexForm((text, pattern) =>
    text === undefined || pattern === undefined ? [] : allMatches(text, pattern),
  ),
};
