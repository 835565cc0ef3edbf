import { counted } from '../../../domain/text/counted.ts';
import { providerNames } from '../../../domain/workspaces/providers/provider-kinds.ts';
import { defaultWaterfall } from '../../../domain/workspaces/providers/waterfall.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { Asking } from '../../workspaces/providers/provider-order.ts';

/** End of a sentence about looking up people: what it costs the workspace, and what providers bill at most. */
export function costInWords(people: number, credits: number, asking: readonly Asking[], ctx: ActionContext): string {
  if (asking.length === 0 || people === 0) return '';
  const { perPerson, perRun } = ctx.workspace.settings.waterfall ?? defaultWaterfall;
  const each = asking.reduce((sum, { source }) => sum + (source.lookUpCost ?? 0), 0);
  const billed = Math.min(people * Math.min(each, perPerson), perRun);
  const names = asking.map(({ kind }) => providerNames[kind]).join(', ');
  return `, for 0 to ${counted(credits, 'credit')}; ${names} bill at most ${counted(billed, 'credit')} of their own`;
}
