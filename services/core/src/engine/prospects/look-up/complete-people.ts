import type { RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { AppError } from '../../../errors/errors.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { traitsOfPerson } from './contact-traits.ts';
import { type Ceiling, findAddress, type LookedUp, newCeiling, originsOf } from './look-up-person.ts';

/** A person to store, with the origins of what is known. */
export interface Delivered extends Pick<LookedUp, 'origins' | 'billed'> {
  person: RevealedPerson;
}

/** People looked up at the same time. */
const atOnce = 5;

/** Fetches people, and asks other providers for the addresses that their sources do not have. */
export async function deliverPeople(
  ids: string[],
  ctx: ActionContext,
  ceiling: Ceiling = newCeiling(ctx),
): Promise<Delivered[]> {
  const people = await ctx.ports.prospects.reveal(ctx.workspaceId, ids);
  const delivered: Delivered[] = [];
  for (let start = 0; start < people.length; start += atOnce) {
    const part = people.slice(start, start + atOnce);
    delivered.push(...(await Promise.all(part.map((person) => complete(person, ceiling, ctx)))));
  }
  return delivered;
}

async function complete(person: RevealedPerson, ceiling: Ceiling, ctx: ActionContext): Promise<Delivered> {
  const asIs = { person, origins: originsOf(person), billed: 0 };
  const { firstName, lastName, company } = person;
  if (person.email !== null || !firstName || !lastName || !company?.domain) return asIs;
  const hint = { firstName, lastName, companyDomain: company.domain };
  try {
    const found = await findAddress({ person, hint, traits: traitsOfPerson(person) }, ceiling, ctx);
    // The ID and its source stay, because they are what the caller asked for.
    return { ...found, person: { ...person, ...found.person, id: person.id, source: person.source } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ err: error }, 'no provider could look up an address');
    return asIs;
  }
}
