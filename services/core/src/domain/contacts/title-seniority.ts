import type { Seniority } from './contact.ts';

/** The first match decides. */
const signs: [RegExp, Seniority][] = [
  [/\b(intern|trainee|apprentice|working student|werkstudent)\b/i, 'intern'],
  [/\b(co-?founder|founder|gründer)\b/i, 'founder'],
  [/\b(owner|proprietor|inhaber)\b/i, 'owner'],
  [/\b(chief|c[a-z]o|president(?! of)|managing director|geschäftsführer|ciso)\b/i, 'c_suite'],
  [/\bpartner\b/i, 'partner'],
  [/\b(s?vp|evp|vice president)\b/i, 'vp'],
  [/\b(head|leiter|lead(?! gen))\b/i, 'head'],
  [/\bdirector\b/i, 'director'],
  [/\b(manager|supervisor)\b/i, 'manager'],
  [/\b(senior|sr\.?|principal|staff)\b/i, 'senior'],
  [/\b(junior|jr\.?|assistant|associate|entry)\b/i, 'entry'],
];

/** Seniority indicated by a job title, or null. A "Vice President" does not count as a president. */
export function seniorityOfTitle(title: string): Seniority | null {
  const isVice = /\bvice president\b/i.test(title);
  const found = signs.find(([sign, seniority]) => sign.test(title) && !(isVice && seniority === 'c_suite'));
  return found?.[1] ?? null;
}
