import { RE2JS } from 're2js';
import { spend } from '../allowance.ts';
import { MongoError } from '../errors.ts';

/** The end of a match and its groups, as JavaScript's own engine reports them. */
export interface Match {
  index: number;
  text: string;
  groups: (string | null)[];
}

/**
 * JavaScript's engine tries every way to match and can run forever. It is used only if the number of ways is small for
 * the given text. All other patterns use an engine whose time is linear in the text, but which supports neither
 * look-around nor back references. Patterns that need those are rejected for texts that are too long for JavaScript's
 * engine.
 */
const waysMax = 4_000_000;
const optionalMax = 6;
const lettersPerStep = 4;

interface Shape {
  /** Number of repetitions of a single letter or class. */
  repetitions: number;
  optionals: number;
  /** True if a group is repeated. */
  repeatsGroup: boolean;
}

const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?/;

function shapeOf(source: string): Shape {
  const shape: Shape = { repetitions: 0, optionals: 0, repeatsGroup: false };
  let isAfterGroup = false;
  for (let at = 0; at < source.length; ) {
    const letter = source[at]!;
    if (letter === '(' && source[at + 1] === '?') {
      at += 2;
      isAfterGroup = false;
      continue;
    }
    const [found] = quantifier.exec(source.slice(at, at + quantifierLettersMax)) ?? [];
    if (found && at > 0) {
      if (isAfterGroup) shape.repeatsGroup = true;
      else if (found[0] === '?') shape.optionals++;
      else shape.repetitions++;
      at += found.length;
      continue;
    }
    isAfterGroup = letter === ')';
    at = letter === '\\' ? at + 2 : letter === '[' ? endOfClass(source, at) : at + 1;
  }
  return shape;
}

const quantifierLettersMax = 20;

function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === ']' && at > start + 1) return at + 1;
  }
  return source.length;
}

/** A pattern with a bounded matching time. */
export class LinearPattern {
  private readonly own: RegExp;
  private readonly shape: Shape;
  private linear: RE2JS | 'unsupported' | undefined;

  constructor(own: RegExp) {
    this.own = own;
    this.shape = shapeOf(own.source);
  }

  private isQuick(text: string): boolean {
    const { repetitions, optionals, repeatsGroup } = this.shape;
    if (repeatsGroup || optionals > optionalMax) return false;
    return repetitions === 0 || (text.length + 1) ** (repetitions + 1) <= waysMax;
  }

  private linearFor(text: string): RE2JS {
    this.linear ??= translate(this.own);
    if (this.linear !== 'unsupported') return this.linear;
    throw new MongoError(
      238,
      `look-around, back references or large repetitions in a pattern on a text of ${text.length} letters are not supported by embedded-mongo: ${this.own.source}`,
    );
  }

  test(text: string): boolean {
    spend(1 + text.length / lettersPerStep);
    return this.isQuick(text) ? this.own.test(text) : this.linearFor(text).test(text);
  }

  /** Returns the first match at or after an index. */
  exec(text: string, from: number): Match | undefined {
    spend(1 + (text.length - from) / lettersPerStep);
    return this.isQuick(text) ? execOwn(this.own, text, from) : execLinear(this.linearFor(text), text, from);
  }
}

function execOwn(own: RegExp, text: string, from: number): Match | undefined {
  const searching = new RegExp(own.source, `${own.flags}g`);
  searching.lastIndex = from;
  const found = searching.exec(text);
  if (!found) return undefined;
  return { index: found.index, text: found[0], groups: found.slice(1).map((group) => group ?? null) };
}

function execLinear(linear: RE2JS, text: string, from: number): Match | undefined {
  const matcher = linear.matcher(text);
  if (!matcher.find(from)) return undefined;
  const groups = Array.from({ length: matcher.groupCount() }, (_, at) => matcher.group(at + 1) ?? null);
  return { index: matcher.start(), text: matcher.group() ?? '', groups };
}

function translate({ source, flags }: RegExp): RE2JS | 'unsupported' {
  const isSet = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL };
  const wanted = Object.entries(isSet).reduce((sum, [flag, value]) => sum | (flags.includes(flag) ? value : 0), 0);
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), wanted);
  } catch {
    return 'unsupported';
  }
}
