import { cutText } from '@outbound/node-service/text/cut-text';
import { Type } from 'typebox';
import { isPeopleKind, providerNames } from '../../../domain/workspaces/providers/provider-kinds.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { openKey } from '../../../engine/workspaces/providers/provider-access.ts';
import { modelOf } from '../../../engine/workspaces/providers/workspace-models.ts';
import { AppError } from '../../../errors/errors.ts';
import { createPeopleProvider } from '../../../providers/prospects/create-prospects.ts';
import { Foreign } from '../../../schema/foreign.ts';
import { Input } from '../../../schema/schema.ts';
import { type ProviderRecord, updateProvider } from '../../../store/workspaces/providers/provider-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { providerId, requireProvider } from './provider-view.ts';

const answerMax = 300;
const question = {
  system: 'You are being tested. Answer as JSON: {"answer": "..."}.',
  user: 'Your answer is the word ready.',
};

interface Tested {
  isWorking: boolean;
  answer: string;
  cost: number;
}

export const testProvider = defineWrite({
  name: 'test_provider',
  title: 'Test a provider',
  summary: 'Ask a provider one question, and show its answer.',
  description:
    'Asks a provider of people about your account there, which is free, or a language model one short question. ' +
    'Returns whether it works, its answer or the problem, and what it billed in its own unit.',
  method: 'post',
  path: '/providers/{providerId}/test',
  scope: 'providers:write',
  effect: 'write',
  input: Input({ providerId }),
  output: Type.Object({
    isWorking: Type.Boolean({ description: 'True if it answered.' }),
    answer: Foreign(Type.String({ description: 'Its answer, or the problem.' })),
    cost: Type.Integer({ description: 'Billed for the test, in its own unit.' }),
  }),
  errors: ['not_found'],
  untrusted: ['answer'],

  async plan({ providerId: id }, ctx) {
    const provider = await requireProvider(id, ctx);
    const label = providerNames[provider.kind];
    const effects = [{ op: 'update' as const, type: 'provider', id, label, changes: { lastTest: 'as found' } }];
    const cost = isPeopleKind(provider.kind) ? '' : ', which costs some tokens';
    return { summary: `Would ask ${label} one question${cost}.`, effects, skipped: [], warnings: [], state: provider };
  },

  perform: (_input, { state }, ctx) => ask(state, ctx),

  async run({ providerId: id }, _plan, ctx, tested: Tested) {
    const provider = await requireProvider(id, ctx);
    await updateProvider(provider, { lastTest: { ...tested, at: ctx.now().toISOString() } }, ctx.now());
    const name = providerNames[provider.kind];
    return { data: tested, summary: tested.isWorking ? `${name} works.` : `${name} does not work: ${tested.answer}` };
  },
});

async function ask(provider: ProviderRecord, ctx: ActionContext): Promise<Tested> {
  try {
    return { isWorking: true, ...(await answerOf(provider, ctx)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { isWorking: false, answer: cutText(error.message, answerMax), cost: 0 };
  }
}

async function answerOf(provider: ProviderRecord, { config }: ActionContext): Promise<Omit<Tested, 'isWorking'>> {
  const { kind } = provider;
  if (isPeopleKind(kind)) {
    const access = createPeopleProvider({ kind, apiKey: openKey(provider, config.keyRing) }, config);
    return { answer: cutText(await access.test(), answerMax), cost: 0 };
  }
  const { text, cost } = await modelOf(provider, config).ask(question);
  return { answer: cutText(text, answerMax), cost };
}
