import { isPeopleKind, providerKinds, providerNames } from '../../../domain/workspaces/providers/provider-kinds.ts';
import {
  creditsOfInvented,
  returnedInWords,
  returnInventedCredits,
} from '../../../engine/workspaces/invented-people.ts';
import { AppError } from '../../../errors/errors.ts';
import { Input, OneOf } from '../../../schema/schema.ts';
import { insertProvider, listProviders } from '../../../store/workspaces/providers/provider-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { checkBaseUrl, checkMembers, ProviderView, providerInput, sealedKey, toProviderView } from './provider-view.ts';

export const createProvider = defineWrite({
  name: 'create_provider',
  title: 'Add a provider',
  summary: 'Use a provider of people or a language model with your own key.',
  description:
    'Adds a provider with your own API key, at most one of each kind. Hunter, People Data Labs, Apollo, Prospeo, and ' +
    'Dropcontact find people and addresses. Language models write drafts and classify unclear replies. Afterwards, use ' +
    'test_provider. The first provider of people ends the built-in directory of invented people and returns the ' +
    'credits spent on them.',
  method: 'post',
  path: '/providers',
  scope: 'providers:write',
  effect: 'write',
  personPage: '/app/settings/providers',
  input: Input({
    kind: OneOf(providerKinds, { description: 'The provider, or the format of the language model.' }),
    ...providerInput,
  }),
  output: ProviderView,
  statuses: [201],
  errors: ['already_exists', 'validation_failed'],

  async plan(input, ctx) {
    const { kind } = input;
    checkMembers(kind, input, true);
    const existing = (await listProviders(ctx.workspaceId)).find((provider) => provider.kind === kind);
    if (existing !== undefined) {
      const message = `${providerNames[kind]} is already there (${existing.id}). Change it with update_provider.`;
      throw new AppError('already_exists', message, { existingId: existing.id });
    }
    const shown = {
      kind,
      model: input.model ?? null,
      baseUrl: input.baseUrl === undefined ? null : checkBaseUrl(input.baseUrl, ctx),
      monthlyBudget: input.monthlyBudget ?? null,
      creditsPerResult: isPeopleKind(kind) ? (input.creditsPerResult ?? 1) : 0,
      position: input.position ?? null,
    };
    const invented = isPeopleKind(kind) ? await creditsOfInvented(ctx.workspaceId) : 0;
    return {
      summary: `Would add ${providerNames[kind]}${returnedInWords('return', invented)}.`,
      effects: [{ op: 'create', type: 'provider', label: providerNames[kind], changes: shown }],
      skipped: [],
      warnings: shown.monthlyBudget === null ? ['Without a monthlyBudget, nothing limits what it bills.'] : [],
      state: shown,
    };
  },

  async run(input, { state }, ctx) {
    const key = input.apiKey === undefined ? { sealedKey: null, keyEnd: null } : sealedKey(input.apiKey, ctx);
    const provider = await insertProvider(ctx.workspaceId, { ...state, ...key }, ctx.now());
    const { operationId, actor, now, workspaceId } = ctx;
    const reason = { operationId, actor, action: 'create_provider', subjectIds: [provider.id] };
    const credits = isPeopleKind(state.kind) ? await returnInventedCredits(workspaceId, reason, now()) : 0;
    return {
      status: 201,
      data: await toProviderView(provider, ctx),
      summary: `Added ${providerNames[state.kind]}${returnedInWords('returned', credits)}.`,
    };
  },
});
