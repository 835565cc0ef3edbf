import type { Seniority } from '../../../../domain/contacts/contact.ts';
import type { Department } from '../../../../domain/prospects/prospect.ts';
import seed from './titles.json' with { type: 'json' };

export interface Title {
  title: string;
  seniority: Seniority;
  department: Department;
  /** Minimum company size for this position, in employees. */
  from: number;
  /** Maximum company size for this position, in employees. */
  to: number;
  /** Other search words for the position. */
  also: string;
}

type SeedTitle = Omit<Title, 'to'> & { to: number | null };

/** Null in the seed means that a company of any size has the position. */
function readTitle(title: SeedTitle): Title {
  return { ...title, to: title.to ?? Number.POSITIVE_INFINITY };
}

/** Heads of a company. The first one that fits its size applies. */
export const leaderTitles = (seed.leaders as SeedTitle[]).map(readTitle);
export const staffTitles = (seed.staff as SeedTitle[]).map(readTitle);
const headOfOperations = readTitle(seed.headOfOperations as SeedTitle);
export const allTitles: Title[] = [...leaderTitles, ...staffTitles, headOfOperations];

const headOfSales = staffTitles.find(({ title }) => title === 'Head of Sales')!;

/**
 * Titles listed at most companies of an industry, so that searches suggested by the README and the pages find someone.
 */
export const headsOfIndustry: Readonly<Record<string, readonly Title[]>> = {
  Logistics: [headOfSales, headOfOperations],
};
