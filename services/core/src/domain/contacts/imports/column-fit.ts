import { normalizeEmail } from '../email-address.ts';
import { isSalutation } from '../person-name.ts';
import { isNothing } from './nothing.ts';

type Test = (text: string) => boolean;

/** Tests that values of a target must pass. Targets without a test accept any value. */
const tests: Record<string, Test> = {
  email: (text) => /\S@\S/.test(text) || normalizeEmail(text) !== undefined,
  title: (text) => !isSalutation(text),
  linkedinUrl: (text) => /linkedin\./i.test(text),
  companyDomain: (text) => /\.[\p{L}]{2,}/u.test(text),
  companyName: (text) => !/^(?:https?:\/\/|www\.)|@/i.test(text) && !/^\d+$/.test(text),
  firstName: (text) => !/[@\d]/.test(text),
  lastName: (text) => !/[@\d]/.test(text),
  fullName: (text) => !/@/.test(text),
};
/** Targets that need at least one fitting value in the column. */
const strict = new Set(['title']);

/** Share of filled cells that fit, from 0 to 1. Returns -1 if the column must not map to the target. */
export function fitOf(target: string, values: readonly unknown[]): number {
  const texts = values.filter((value) => value !== null && value !== undefined).map(String);
  const filled = texts.filter((text) => !isNothing(text.trim()));
  if (filled.length === 0) return 0;
  const test = tests[target];
  const fitting = test === undefined ? filled.length : filled.filter((text) => test(text.trim())).length;
  return fitting === 0 && strict.has(target) ? -1 : fitting / filled.length;
}
