import type { Action } from '../../core-client/contract.ts';
import type { Cost } from '../../core-client/core-answer.ts';
import type { Weight } from '../../store/preview.ts';
import type { ToolAnnotations } from '../tool.ts';

/** The plan's effect decides how it is confirmed: recipients first, then credits, then destroyed data. */
export function weightOf({ effect }: Action, recipients: number | undefined, cost: Cost | undefined): Weight {
  if (recipients === undefined ? effect === 'send' : recipients > 0) return 'send';
  if (cost ? cost.credits > 0 : effect === 'spend') return 'spend';
  return effect === 'destroy' ? 'destroy' : 'change';
}

export function confirmToolOf(weight: Weight): string {
  return `confirm_${weight}`;
}

interface Confirming {
  title: string;
  does: string;
  annotations: Omit<ToolAnnotations, 'title' | 'readOnlyHint' | 'idempotentHint'>;
}

export const confirmingTools: Readonly<Record<Weight, Confirming>> = {
  change: {
    title: 'Confirm a change',
    does: 'Carries out a prepared change of records: nothing is sent, spent or deleted.',
    annotations: { destructiveHint: false, openWorldHint: false },
  },
  destroy: {
    title: 'Confirm a deletion',
    does: 'Carries out a prepared action that deletes or removes for good.',
    annotations: { destructiveHint: true, openWorldHint: false },
  },
  spend: {
    title: 'Confirm spending credits',
    does: 'Carries out a prepared action that spends credits.',
    annotations: { destructiveHint: false, openWorldHint: true },
  },
  send: {
    title: 'Confirm sending',
    does: 'Carries out a prepared action that sends messages to people.',
    annotations: { destructiveHint: true, openWorldHint: true },
  },
};
