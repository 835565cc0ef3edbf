import { type Static, Type } from 'typebox';
import { viewSchema } from '../../../domain/fields/field-views.ts';
import { budgetMax, providerFields, resultPriceMax } from '../../../domain/workspaces/providers/provider-fields.ts';
import { isPeopleKind, type ProviderKind, providerNames } from '../../../domain/workspaces/providers/provider-kinds.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { checkWebAddress } from '../../../providers/web-address.ts';
import { Id, Named, Nullable, Secret, Text } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { seal } from '../../../secrets/secret-box.ts';
import { countUnconfirmed } from '../../../store/workspaces/providers/provider-question-store.ts';
import { findProvider, type ProviderRecord } from '../../../store/workspaces/providers/provider-store.ts';
import { findHits, findUsage } from '../../../store/workspaces/providers/provider-usage-store.ts';

const keyMax = 500;
const keyEndLength = 4;

export const providerId = Id('prv', 'The provider.');

/** Optional input fields shared by create and update. */
export const providerInput = {
  apiKey: Type.Optional(Secret(keyMax, 'API key of your account. Stored encrypted, and never shown again.')),
  model: Type.Optional(Text(200, 'Name of the language model. Required for language models, and only for them.')),
  baseUrl: Type.Optional(
    Text(500, 'Address of a compatible model, with its version: https://models.example.com/v1. Only for compatible.'),
  ),
  monthlyBudget: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: budgetMax,
        description:
          'Most that it may bill per calendar month (UTC), in its own unit: credits of your account there, or tokens ' +
          'of a language model. Null: no limit.',
      }),
    ),
  ),
  creditsPerResult: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: resultPriceMax,
      description: 'Credits that the workspace is charged for a valid address. Default: 1. Not for language models.',
    }),
  ),
  position: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'A fixed place in the order of asking. Null: by its measured hit rate.',
      }),
    ),
  ),
};

export const ProviderView = Named('Provider', viewSchema(providerFields));
export type ProviderView = Static<typeof ProviderView>;

const figures = { usedThisMonth: 0, hitRates: [], unconfirmedCount: 0 };
const ratesShown = 20;

/** Views with what the providers did this month. */
export async function toProviderViews(
  providers: readonly ProviderRecord[],
  ctx: ActionContext,
): Promise<ProviderView[]> {
  if (providers.length === 0) return [];
  const { workspaceId } = ctx;
  const [usage, hits] = [await findUsage(workspaceId, ctx.now()), await findHits(workspaceId)];
  const views: ProviderView[] = [];
  for (const provider of providers) {
    const { kind } = provider;
    const isOfPeople = isPeopleKind(kind);
    views.push(
      viewOf(ProviderView, provider, {
        unit: isOfPeople ? 'credits' : 'tokens',
        usedThisMonth: usage.get(kind) ?? 0,
        hitRates: isOfPeople ? (hits.get(kind) ?? []).slice(0, ratesShown) : [],
        unconfirmedCount: isOfPeople ? await countUnconfirmed(workspaceId, kind) : 0,
      }),
    );
  }
  return views;
}

export async function toProviderView(provider: ProviderRecord, ctx: ActionContext): Promise<ProviderView> {
  const [view] = await toProviderViews([provider], ctx);
  return view!;
}

/** Without the figures, which change with every question. */
export function toStoredProviderView(provider: ProviderRecord): Omit<ProviderView, keyof typeof figures> {
  const unit = isPeopleKind(provider.kind) ? 'credits' : 'tokens';
  const {
    usedThisMonth: _used,
    hitRates: _rates,
    unconfirmedCount: _count,
    ...view
  } = viewOf(ProviderView, provider, {
    unit,
    ...figures,
  });
  return view;
}

export async function requireProvider(id: string, ctx: ActionContext): Promise<ProviderRecord> {
  const provider = await findProvider(ctx.workspaceId, id);
  if (provider === null) throw notFound('provider', id);
  return provider;
}

interface Given {
  apiKey?: string;
  model?: string;
  baseUrl?: string;
  creditsPerResult?: number;
}

/** Kinds that work without a key. */
const keyless: readonly ProviderKind[] = ['ollama', 'compatible'];

/** Rejects members that the kind does not have. `isNew`: also members that it lacks. */
export function checkMembers(kind: ProviderKind, given: Given, isNew: boolean): void {
  const name = providerNames[kind];
  const refuse = (field: keyof Given, message: string) => new AppError('validation_failed', message, { field });
  if (isPeopleKind(kind) && given.model !== undefined) throw refuse('model', `${name} is not a language model.`);
  if (!isPeopleKind(kind) && given.creditsPerResult !== undefined)
    throw refuse('creditsPerResult', 'Language models cost no credits.');
  if (kind !== 'compatible' && given.baseUrl !== undefined)
    throw refuse('baseUrl', `${name} has a fixed address. Only compatible takes a baseUrl.`);
  if (!isNew) return;
  if (!keyless.includes(kind) && given.apiKey === undefined) throw refuse('apiKey', `${name} needs an API key.`);
  if (!isPeopleKind(kind) && given.model === undefined) throw refuse('model', 'A language model needs its name.');
  if (kind === 'compatible' && given.baseUrl === undefined)
    throw refuse('baseUrl', 'A compatible model needs its address.');
}

/** Rejects addresses in private networks. */
export function checkBaseUrl(text: string, { config }: ActionContext): string {
  const { url } = checkWebAddress(text, config.isPrivateHostAllowed, (problem) => {
    const words = {
      no_web_address: 'is no web address',
      has_credentials: 'has a user name',
      is_private: 'is in a private network',
      has_other_port: 'has another port than 80 or 443',
    };
    return new AppError('validation_failed', `baseUrl ${words[problem]}.`, { field: 'baseUrl' });
  });
  return url.href.replace(/\/+$/, '');
}

/** Stored form of an API key. */
export function sealedKey(apiKey: string, { config, workspaceId }: ActionContext) {
  const key = apiKey.trim();
  const keyEnd = key.length >= 3 * keyEndLength ? key.slice(-keyEndLength) : null;
  return { sealedKey: seal(config.keyRing, workspaceId, key), keyEnd };
}
