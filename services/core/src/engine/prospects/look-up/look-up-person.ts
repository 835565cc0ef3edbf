import { isUsableStatus } from '../../../domain/contacts/email-status.ts';
import type { Origin } from '../../../domain/fields/field-sources.ts';
import type { RevealedPerson } from '../../../domain/prospects/prospect.ts';
import {
  askingOrder,
  countedProperties,
  everyone,
  type PersonTraits,
} from '../../../domain/workspaces/providers/hit-rates.ts';
import { defaultWaterfall } from '../../../domain/workspaces/providers/waterfall.ts';
import { AppError } from '../../../errors/errors.ts';
import type { Answered } from '../../../providers/prospects/meter.ts';
import type { PersonHint } from '../../../providers/prospects/person-hint.ts';
import { countHit } from '../../../store/workspaces/providers/provider-usage-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { failureOfAll } from '../../workspaces/providers/failure-of-all.ts';
import { findAsking } from '../../workspaces/providers/provider-order.ts';
import { guessAddress } from './guess-address.ts';
import { verdictOn } from './verdict-on.ts';

/** Credits of providers that one request or job may still use. */
export interface Ceiling {
  left: number;
  perPerson: number;
}

export interface LookedUp {
  person: RevealedPerson | null;
  /** Origin of each fact, by the name of the person's member. */
  origins: Partial<Record<keyof RevealedPerson, Origin>>;
  /** Billed for this person, in credits of the providers. */
  billed: number;
  /** Sources whose answer may have been billed twice. */
  unconfirmed: string[];
}

export function newCeiling({ workspace }: ActionContext, used = 0): Ceiling {
  const { perPerson, perRun } = workspace.settings.waterfall ?? defaultWaterfall;
  return { left: perRun - used, perPerson };
}

/**
 * Looks a person up: first in the sources that cost nothing, then at one provider after another until one has a valid
 * address, within the ceiling. Facts that a provider without a valid address knew are kept. Throws only if no source knew
 * the person and one failed.
 */
export async function lookUpPerson(
  hint: PersonHint,
  traits: PersonTraits,
  ceiling: Ceiling,
  ctx: ActionContext,
): Promise<LookedUp> {
  const state = new Findings();
  const open = await ctx.ports.prospects.openTo(ctx.workspaceId);
  const local = open.filter(({ isRemote }) => !isRemote).sort((a, b) => Number(b.isFree) - Number(a.isFree));
  for (const source of local) {
    if (state.person?.email) break;
    await state.take(source.name, () => source.lookUp(ctx.workspaceId, hint));
  }
  if (!state.person?.email) await askForAddress({ hint, traits, ceiling }, state, ctx);
  state.refuseIfAllFailed();
  return state.result;
}

/** Asks providers for the address of a person whom another source knows without one. */
export async function findAddress(
  known: { person: RevealedPerson; hint: PersonHint; traits: PersonTraits },
  ceiling: Ceiling,
  ctx: ActionContext,
): Promise<LookedUp> {
  const { person, hint, traits } = known;
  const state = new Findings({ person, origins: originsOf(person), billed: 0, unconfirmed: [] });
  await askForAddress({ hint, traits, ceiling, except: person.source }, state, ctx);
  return state.result;
}

export function originsOf(person: RevealedPerson, billed = 0): LookedUp['origins'] {
  const given = Object.entries(person).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(given.map(([name]) => [name, { source: person.source, billed }]));
}

interface Wanted {
  hint: PersonHint;
  traits: PersonTraits;
  ceiling: Ceiling;
  /** Source that was asked already. */
  except?: string;
}

/** First the pattern of the domain, which costs nothing, then the providers, whose addresses are better than a guess. */
async function askForAddress(wanted: Wanted, state: Findings, ctx: ActionContext): Promise<void> {
  const guess = await guessAddress(wanted.hint, ctx);
  const isValid = guess?.person.emailStatus === 'valid';
  if (guess !== null && isValid) state.keep(guess.person, guess.origin);
  else await askProviders(wanted, state, ctx);
  if (guess !== null && !isValid && !state.person?.email) state.keep(guess.person, guess.origin);
}

async function askProviders({ hint, traits, ceiling, except }: Wanted, state: Findings, ctx: ActionContext) {
  const asking = (await findAsking(ctx)).filter(({ kind }) => kind !== except);
  for (const [index, { kind, source }] of askingOrder(asking, traits).entries()) {
    const { lookUpCost = 0 } = source;
    if (state.isComplete) return;
    if (state.result.billed + lookUpCost > ceiling.perPerson || lookUpCost > ceiling.left) continue;
    ceiling.left -= lookUpCost;
    const asked = await state.take(kind, async () => {
      const found = await source.lookUp(ctx.workspaceId, hint);
      return { ...found, answer: await verified(found, ctx) };
    });
    ceiling.left += lookUpCost - (asked?.cost ?? 0);
    const isFirst = index === 0 && asked !== null && !asked.isKnown;
    if (isFirst) await countHit(ctx.workspaceId, kind, [everyone, ...countedProperties(traits)], state.isComplete);
  }
}

/** Checks an address of which the provider says nothing. Only a mail server or a provider can say that it is valid. */
async function verified({ answer }: Answered, ctx: ActionContext): Promise<RevealedPerson | null> {
  if (answer?.email == null || (answer.emailStatus !== 'unverified' && answer.emailStatus !== 'unknown')) return answer;
  const verdict = await verdictOn(answer.email, ctx);
  return verdict === null || verdict.reason === 'mx_found' ? answer : { ...answer, emailStatus: verdict.status };
}

/** Better addresses first. */
function rankOf({ email, emailStatus }: RevealedPerson): number {
  if (email === null) return 0;
  if (emailStatus === 'valid') return 3;
  return isUsableStatus(emailStatus) || emailStatus === 'unverified' ? 2 : 1;
}

const addressMembers = ['email', 'emailStatus'] as const;

/** Results of the sources so far. */
class Findings {
  readonly result: LookedUp;
  readonly #failures: AppError[] = [];

  constructor(result: LookedUp = { person: null, origins: {}, billed: 0, unconfirmed: [] }) {
    this.result = result;
  }

  get person(): RevealedPerson | null {
    return this.result.person;
  }

  get isComplete(): boolean {
    return this.person !== null && rankOf(this.person) === 3;
  }

  /** Asks a source, and keeps what it knows. Null if it failed. */
  async take(source: string, ask: () => Promise<Answered>): Promise<Answered | null> {
    try {
      const asked = await ask();
      this.result.billed += asked.cost;
      if (asked.isUnconfirmed) this.result.unconfirmed.push(source);
      if (asked.answer !== null) this.keep(asked.answer, { source, billed: asked.cost });
      return asked;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#failures.push(error);
      return null;
    }
  }

  refuseIfAllFailed(): void {
    if (this.person === null && this.#failures.length > 0) throw failureOfAll(this.#failures);
  }

  /** Keeps the first value of each member, and the best address, with the ID of its source. */
  keep(answer: RevealedPerson, origin: Origin): void {
    const { result } = this;
    const isBetter = result.person === null || rankOf(answer) > rankOf(result.person);
    const merged = { ...(result.person ?? answer) };
    for (const [name, value] of Object.entries(answer)) {
      const isAddress = (addressMembers as readonly string[]).includes(name) || name === 'id' || name === 'source';
      const known = result.person?.[name as keyof RevealedPerson];
      if (isAddress ? !isBetter : !isEmpty(known)) continue;
      Object.assign(merged, { [name]: value });
      if (!isEmpty(value)) result.origins[name as keyof RevealedPerson] = origin;
    }
    result.person = merged;
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
