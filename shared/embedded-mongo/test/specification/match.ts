import { EJSON } from 'bson';
import { expect } from 'vitest';
import type { Fields, Json } from './format.ts';

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(EJSON.stringify({ value }, { relaxed: true })).value;
}

/** Compares as the format requires: extra fields are allowed at the top level, and special operators inside. */
export function expectMatch(actual: unknown, expected: Json, isRoot = true, path = 'result'): void {
  if (isFields(expected) && Object.keys(expected)[0]?.startsWith('$$')) {
    expectSpecial(actual, expected, isRoot, path);
    return;
  }
  if (Array.isArray(expected)) {
    expect(Array.isArray(actual), `${path} is an array`).toBe(true);
    expect((actual as unknown[]).length, `length of ${path}`).toBe(expected.length);
    for (const [at, value] of expected.entries())
      expectMatch((actual as unknown[])[at], value, isRoot, `${path}[${at}]`);
    return;
  }
  const value = plain(actual);
  if (!isFields(expected)) {
    expect(value, path).toEqual(expected);
    return;
  }
  expect(isFields(value), `${path} is an object: ${JSON.stringify(value)}`).toBe(true);
  for (const [name, inner] of Object.entries(expected)) {
    expectMatch((value as Fields)[name], inner, false, `${path}.${name}`);
  }
  if (!isRoot) expect(Object.keys(value as Fields).sort(), path).toEqual(present(expected, value as Fields));
}

/** The expected fields, without optional ones that are missing. */
function present(expected: Fields, value: Fields): string[] {
  return Object.keys(expected)
    .filter((name) => name in value || !isOptional(expected[name]!))
    .sort();
}

function isOptional(value: Json): boolean {
  return isFields(value) && ('$$unsetOrMatches' in value || (value as Fields).$$exists === false);
}

function expectSpecial(actual: unknown, expected: Fields, isRoot: boolean, path: string): void {
  if ('$$unsetOrMatches' in expected) {
    if (actual !== undefined && actual !== null) expectMatch(actual, expected.$$unsetOrMatches!, isRoot, path);
  } else if ('$$exists' in expected) {
    expect(actual !== undefined, `${path} exists`).toBe(expected.$$exists);
  } else if (!('$$type' in expected)) {
    throw new Error(`${path}: unknown special operator ${Object.keys(expected)[0]}`);
  }
}

interface ServerError extends Error {
  code?: number;
  codeName?: string;
  errorResponse?: Fields;
  result?: unknown;
  errorLabels?: string[];
  hasErrorLabel?(label: string): boolean;
}

export function expectError(error: ServerError, expected: Fields): void {
  if (expected.errorCode !== undefined) expect(error.code).toBe(expected.errorCode);
  if (expected.errorCodeName !== undefined) {
    expect(error.codeName ?? error.errorResponse?.codeName).toBe(expected.errorCodeName);
  }
  if (expected.errorContains !== undefined) {
    expect(error.message.toLowerCase()).toContain(String(expected.errorContains).toLowerCase());
  }
  for (const label of (expected.errorLabelsContain as string[]) ?? [])
    expect(error.hasErrorLabel?.(label), label).toBe(true);
  for (const label of (expected.errorLabelsOmit as string[]) ?? [])
    expect(error.hasErrorLabel?.(label), label).not.toBe(true);
  if (expected.errorResponse) expectMatch(error.errorResponse ?? error, expected.errorResponse);
}
