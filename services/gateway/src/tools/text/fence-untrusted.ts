import { randomBytes } from 'node:crypto';
import { isToken } from '@outbound/node-service/text/reads-like-name';
import { foreignToPlain, withoutHidden } from './clean-text.ts';
import { readsLikeName } from './plain-text.ts';

type Json = Record<string, unknown>;
type MayStay = (text: string) => boolean;

/** Paths of foreign text in the data, from the contract: `thread[].bodyText`, `[].subject`. */
export interface ForeignPaths {
  /** Arbitrary text, which is always fenced. */
  readonly untrusted: readonly string[];
  /** Names and similar values, which are not fenced if they read like one. */
  readonly untrustedNames?: readonly string[];
}

/**
 * Moves foreign text out of its field into `untrustedText` beside it, between markers that its writer cannot guess. All
 * other strings lose hidden characters. Fencing only mitigates. The control is that sending needs a confirmation bound
 * to recipients and body.
 */
export function fenceUntrusted(data: unknown, { untrusted, untrustedNames = [] }: ForeignPaths): unknown {
  const clean = cleanStrings(data);
  const fence = new Fence();
  if (typeof clean === 'string' && untrusted.includes('')) return fence.around(clean);
  for (const path of segmentsOfAll(untrusted)) fence.at(clean, path, never);
  for (const path of segmentsOfAll(untrustedNames)) fence.at(clean, path, isHarmless);
  return clean;
}

/** Fences the parts of a plan that show values of records. The caller's own text stays unchanged. */
export function fencePlan(shown: Json, input: unknown): Json {
  const clean = cleanStrings(shown) as Json;
  const fence = new Fence();
  const own = new Set(stringsIn(input));
  const mayStay = (text: string) => own.has(text) || isHarmless(text);
  for (const { changes, before, removed } of (clean.effects ?? []) as Json[]) {
    fence.inside(changes, mayStay);
    fence.inside(before, mayStay);
    fence.inside(removed, mayStay);
  }
  if (typeof clean.preview === 'object') fence.inside(clean.preview, mayStay);
  else if (typeof clean.preview === 'string') fence.field(clean, 'preview', mayStay);
  return clean;
}

/** The contract's paths are parsed once. */
const knownSegments = new WeakMap<readonly string[], string[][]>();

function segmentsOfAll(paths: readonly string[]): string[][] {
  const known = knownSegments.get(paths);
  if (known) return known;
  const segments = paths.map(segmentsOf);
  knownSegments.set(paths, segments);
  return segments;
}

function segmentsOf(path: string): string[] {
  return path
    .split('.')
    .map((segment) => segment.replaceAll('[]', ''))
    .filter(Boolean);
}

/** True for a name or a single word: an email address, a domain, a code. */
function isHarmless(text: string): boolean {
  return isToken(text) || readsLikeName(text);
}

function never(): boolean {
  return false;
}

class Fence {
  #marker?: string;

  around(text: string): string {
    this.#marker ??= `untrusted-${randomBytes(8).toString('hex')}`;
    return `<${this.#marker}>\n${foreignToPlain(text).replaceAll(this.#marker, '')}\n</${this.#marker}>`;
  }

  /** Arrays along the path are traversed. */
  at(target: unknown, path: readonly string[], mayStay: MayStay, depth = 0): void {
    if (Array.isArray(target)) {
      for (const item of target) this.at(item, path, mayStay, depth);
      return;
    }
    const name = path[depth];
    if (typeof target !== 'object' || target === null || name === undefined) return;
    if (depth + 1 < path.length) this.at((target as Json)[name], path, mayStay, depth + 1);
    else this.field(target as Json, name, mayStay);
  }

  /** Processes everything below. In free-form records, single words may stay unfenced. */
  inside(target: unknown, mayStay: MayStay): void {
    if (Array.isArray(target)) for (const item of target) this.inside(item, mayStay);
    else if (typeof target === 'object' && target !== null) {
      for (const name of Object.keys(target)) this.field(target as Json, name, mayStay);
    }
  }

  field(holder: Json, name: string, mayStay: MayStay): void {
    const value = holder[name];
    if (typeof value === 'string') {
      if (value !== '' && !mayStay(value)) this.#move(holder, name, value);
    } else if (Array.isArray(value) && value.some((item) => typeof item === 'string')) {
      const foreign = value.filter((item) => typeof item === 'string' && !mayStay(item));
      const left = value.filter((item) => !foreign.includes(item));
      holder[name] = left;
      if (foreign.length > 0) this.#move(holder, name, foreign.join('\n'), left.length > 0 ? left : undefined);
    } else if (typeof value === 'object' && value !== null) {
      this.inside(value, (text) => mayStay(text) || isHarmless(text));
    }
  }

  #move(holder: Json, name: string, text: string, left?: unknown): void {
    if (left === undefined) delete holder[name];
    holder.untrustedText = { ...(holder.untrustedText as Json), [name]: this.around(text) };
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

function cleanStrings(value: unknown): unknown {
  if (typeof value === 'string') return withoutHidden(value);
  if (Array.isArray(value)) return value.map(cleanStrings);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Json = { ...value };
  for (const name of Object.keys(copy)) copy[name] = cleanStrings(copy[name]);
  return copy;
}
