import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { Input } from '../../../schema/schema.ts';
import { listProviders as listStored } from '../../../store/workspaces/providers/provider-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { ProviderView, toProviderViews } from './provider-view.ts';

export const listProviders = defineRead({
  name: 'list_providers',
  title: 'List providers',
  summary: "List the workspace's providers of people and language models.",
  description:
    "Lists the workspace's own providers with their budgets, this month's use, and the last test. hitRates counts the " +
    'people of whom a provider gave a valid address when it was asked first. The rates ' +
    'decide the order of asking, unless a provider has a position. Providers of the installation are not listed.',
  method: 'get',
  path: '/providers',
  scope: 'providers:read',
  input: Input({}),
  output: Type.Array(ProviderView),
  errors: [],

  async run(_input, ctx) {
    const found = await listStored(ctx.workspaceId);
    return { data: await toProviderViews(found, ctx), summary: `${counted(found.length, 'provider')}.` };
  },
});
