import { createProvider } from '../../actions/workspaces/providers/create-provider.ts';
import { listProviders } from '../../actions/workspaces/providers/list-providers.ts';
import type { ProviderView } from '../../actions/workspaces/providers/provider-view.ts';
import { testProvider } from '../../actions/workspaces/providers/test-provider.ts';
import { updateProvider } from '../../actions/workspaces/providers/update-provider.ts';
import { mayAdminister } from '../../domain/members/role.ts';
import { everyone } from '../../domain/workspaces/providers/hit-rates.ts';
import {
  isPeopleKind,
  type ProviderKind,
  providerKinds,
  providerNames,
} from '../../domain/workspaces/providers/provider-kinds.ts';
import { sayNext, sayUndoable } from '../chain/flash.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { performAction, readAction } from '../do/perform-action.ts';
import { emptyForm, type FormState, formStateAfter } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { countryName } from '../shown/code-names.ts';

const path = '/app/settings/providers';

/** Where an account's key is found, and what the provider is for. */
const offers: Record<ProviderKind, { text: string; keyHint?: string; modelHint?: string }> = {
  apollo: { text: 'People, companies, and addresses', keyHint: 'Apollo › Settings › Integrations › API keys' },
  prospeo: { text: 'People, companies, and addresses', keyHint: 'Prospeo › API' },
  people_data_labs: { text: 'People, companies, and addresses', keyHint: 'People Data Labs › API keys' },
  hunter: { text: 'People of a company, companies, and addresses', keyHint: 'Hunter › API' },
  dropcontact: { text: 'Addresses of people', keyHint: 'Dropcontact › API' },
  openai: { text: 'Language model', modelHint: 'The name of a model, as OpenAI lists it' },
  anthropic: { text: 'Language model', modelHint: 'The name of a model, as Anthropic lists it' },
  gemini: { text: 'Language model', modelHint: 'The name of a model, as Google lists it' },
  ollama: { text: 'Language model on the server of Outbound', modelHint: 'The name of a model that was pulled' },
  compatible: { text: "Language model of any server with OpenAI's chat completions" },
};

const titles: Record<ProviderKind, string> = { ...providerNames, compatible: 'Other model' };

/** The workspace's providers, with their use and results, and those that it can add. */
export function providerPages(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, (ctx) => show(ctx, deps, emptyForm()));
  router.post(path, requireRoleAtPage('admin'), (ctx) => add(ctx, deps));
  router.post(`${path}/:id/test`, requireRoleAtPage('admin'), async (ctx) => {
    await test(ctx, deps, ctx.params.id!);
    ctx.redirect(path);
  });
  router.post(`${path}/:id/pause`, requireRoleAtPage('admin'), async (ctx) => {
    const input = { providerId: ctx.params.id!, isActive: fieldIn(ctx, 'isActive') === 'true' };
    const { data } = await performAction(ctx, deps, updateProvider, input);
    const undo = { action: 'update_provider', input: { ...input, isActive: !input.isActive } };
    const name = titles[data.kind as ProviderKind];
    await sayUndoable(ctx, deps, `${name} is ${input.isActive ? 'in use' : 'paused'}.`, undo);
    ctx.redirect(path);
  });
}

async function show(ctx: WebContext, deps: WebDeps, form: FormState): Promise<void> {
  const providers = await readAction(ctx, deps, listProviders, {});
  const used = providers.map(({ kind }) => kind);
  const free = providerKinds.filter((kind) => !used.includes(kind));
  const offer = (kind: ProviderKind) => ({
    kind,
    title: titles[kind],
    ...offers[kind],
    isOpen: form.values.kind === kind,
    // Only the submitted form shows what was wrong.
    form: form.values.kind === kind ? form : emptyForm(),
    isModel: !isPeopleKind(kind),
    hasAddress: kind === 'compatible',
    needsKey: kind !== 'ollama' && kind !== 'compatible',
  });
  await renderPage(ctx, 'providers', {
    providers: providers.map(rowOf),
    people: free.filter(isPeopleKind).map(offer),
    models: free.filter((kind) => !isPeopleKind(kind)).map(offer),
    mayChange: mayAdminister(memberIn(ctx).role),
  });
}

function rowOf(provider: ProviderView) {
  const all = provider.hitRates.find(({ of }) => of === everyone);
  const isMeasured = all !== undefined && all.asked > 0;
  return {
    ...provider,
    title: titles[provider.kind],
    isModel: provider.unit === 'tokens',
    share: isMeasured ? Math.round((100 * all.found) / all.asked) : null,
    asked: all?.asked ?? 0,
    byProperty: provider.hitRates
      .filter(({ of, asked }) => of !== everyone && asked > 0)
      .map(({ of, asked, found }) => ({ of: inWords(of), asked, share: Math.round((100 * found) / asked) })),
  };
}

/** `country:DE` as a person reads it. */
function inWords(property: string): string {
  const [name = '', value = ''] = property.split(':');
  const words: Record<string, string> = {
    country: countryName(value),
    seniority: value === 'leader' ? 'Directors and above' : 'Other levels',
    size: `${value} employees`,
  };
  return words[name] ?? value;
}

/** The members that the kind's form has. Without empty fields. */
function inputOf(ctx: WebContext): Record<string, unknown> {
  const texts = ['kind', 'apiKey', 'model', 'baseUrl'].map((name) => [name, fieldIn(ctx, name).trim()] as const);
  const numbers = ['monthlyBudget', 'creditsPerResult'].map((name) => {
    const given = fieldIn(ctx, name).trim();
    return [name, given === '' ? '' : Number(given)] as const;
  });
  return Object.fromEntries([...texts, ...numbers].filter(([, value]) => value !== ''));
}

async function add(ctx: WebContext, deps: WebDeps): Promise<void> {
  try {
    const { data } = await performAction(ctx, deps, createProvider, inputOf(ctx));
    await test(ctx, deps, data.id as string);
  } catch (error) {
    ctx.status = 422;
    return show(ctx, deps, formStateAfter(formIn(ctx), error));
  }
  ctx.redirect(path);
}

async function test(ctx: WebContext, deps: WebDeps, providerId: string): Promise<void> {
  const { data, summary } = await performAction(ctx, deps, testProvider, { providerId });
  sayNext(ctx, deps, data.isWorking ? `${summary} ${data.answer}` : summary);
}
