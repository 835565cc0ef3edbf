import type { Seniority } from '../../contacts/contact.ts';
import type { PeopleKind } from './provider-kinds.ts';

/** Known properties of a person to look up. */
export interface PersonTraits {
  country?: string | null;
  seniority?: Seniority | null;
  department?: string | null;
  employeeRange?: string | null;
}

/** People for whom a provider was asked first, and those of whom it gave a valid address. */
export interface HitCount {
  of: string;
  asked: number;
  found: number;
}

export const everyone = 'all';
/** First questions that a provider gets for all people, and for each property, before its rate counts. */
const trials = { all: 20, property: 10 };
/** Weight of the rate of all people in the rate of a property, in questions. */
const priorWeight = 5;

const leaders: readonly Seniority[] = ['owner', 'founder', 'c_suite', 'partner', 'vp', 'head', 'director'];

/** Properties that are counted, such as `country:DE`. */
export function countedProperties({ country, seniority, department, employeeRange }: PersonTraits): string[] {
  return [
    ...(country ? [`country:${country}`] : []),
    ...(seniority ? [`seniority:${leaders.includes(seniority) ? 'leader' : 'staff'}`] : []),
    ...(department ? [`department:${department.toLowerCase().slice(0, 40)}`] : []),
    ...(employeeRange ? [`size:${employeeRange}`] : []),
  ];
}

function countOf(counts: readonly HitCount[], of: string): HitCount {
  return counts.find((count) => count.of === of) ?? { of, asked: 0, found: 0 };
}

function logit(rate: number): number {
  return Math.log(rate / (1 - rate));
}

/** Expected share of valid addresses for such people, from 0 to 1. */
export function expectedRate(counts: readonly HitCount[], properties: readonly string[]): number {
  const all = countOf(counts, everyone);
  const overall = (all.found + 1) / (all.asked + 2);
  const sum = properties.reduce((total, of) => {
    const { asked, found } = countOf(counts, of);
    return total + logit((found + priorWeight * overall) / (asked + priorWeight)) - logit(overall);
  }, logit(overall));
  return 1 / (1 + Math.exp(-sum));
}

/** Smallest number of first questions, among all people and each property, relative to what its rate needs. */
function measuredShare(counts: readonly HitCount[], properties: readonly string[]): number {
  const shares = properties.map((of) => countOf(counts, of).asked / trials.property);
  return Math.min(countOf(counts, everyone).asked / trials.all, ...shares);
}

export interface Ranked {
  kind: PeopleKind;
  position: number | null;
  counts: readonly HitCount[];
}

/**
 * Order in which providers are asked for such a person: those with a fixed place, then the others by their expected
 * rate. While the rate of one is not measured, it is asked first, the least measured one before the others.
 */
export function askingOrder<P extends Ranked>(providers: readonly P[], traits: PersonTraits): P[] {
  const properties = countedProperties(traits);
  const fixed = providers.filter(({ position }) => position !== null).sort((a, b) => a.position! - b.position!);
  const measured = providers
    .filter(({ position }) => position === null)
    .map((provider) => ({
      provider,
      share: Math.min(1, measuredShare(provider.counts, properties)),
      rate: expectedRate(provider.counts, properties),
    }))
    .sort((a, b) => a.share - b.share || b.rate - a.rate);
  const onTrial = fixed.length > 0 ? undefined : measured.find(({ share }) => share < 1);
  const others = measured.filter((one) => one !== onTrial).sort((a, b) => b.rate - a.rate);
  return [...fixed, ...(onTrial ? [onTrial.provider] : []), ...others.map(({ provider }) => provider)];
}
