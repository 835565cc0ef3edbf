import { type ClaimPolicy, defaultClaimPolicy } from '../../domain/messages/claims/claim-policy.ts';
import { defaultVoice, type Voice } from '../../domain/messages/drafts/voice.ts';
import { isTimeZone, opensBeforeItCloses } from '../../domain/sending/send-window.ts';
import { defaultWaterfall, type Waterfall } from '../../domain/workspaces/providers/waterfall.ts';
import { keepsAll, type Retention } from '../../domain/workspaces/retention-kinds.ts';
import { AppError } from '../../errors/errors.ts';
import type { WorkspaceSettings } from '../../store/workspaces/workspace-store.ts';

export type SettingsInput = Partial<
  Omit<WorkspaceSettings, 'window' | 'retention' | 'claimPolicy' | 'voice' | 'waterfall'>
> & {
  voice?: Partial<Voice>;
  waterfall?: Partial<Waterfall>;
  claimPolicy?: Partial<ClaimPolicy>;
  retention?: Partial<Retention>;
  window?: Partial<WorkspaceSettings['window']>;
};

/** Settings that differ from the stored ones. Partial window and retention settings are completed. */
export function settingsChanges(current: WorkspaceSettings, input: SettingsInput): Partial<WorkspaceSettings> {
  checkZone('timeZone', input.timeZone);
  if (input.window?.timeZone !== 'recipient') checkZone('window.timeZone', input.window?.timeZone);
  const known = {
    ...current,
    inventedPeople: current.inventedPeople ?? true,
    claimPolicy: current.claimPolicy ?? defaultClaimPolicy,
    voice: current.voice ?? defaultVoice,
    waterfall: current.waterfall ?? defaultWaterfall,
    retention: { ...keepsAll, ...current.retention },
  };
  const wanted: Partial<WorkspaceSettings> = {
    ...input,
    window: { ...known.window, ...input.window },
    retention: { ...known.retention, ...input.retention },
    claimPolicy: { ...known.claimPolicy, ...input.claimPolicy },
    voice: { ...known.voice, ...input.voice },
    waterfall: { ...known.waterfall, ...input.waterfall },
  };
  checkWindow(wanted.window!);
  const changed = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(known[name as keyof WorkspaceSettings] ?? null),
  );
  return Object.fromEntries(changed);
}

function checkZone(field: string, timeZone: string | undefined): void {
  if (timeZone === undefined || isTimeZone(timeZone)) return;
  throw new AppError('validation_failed', `${timeZone} is not an IANA time zone (such as Europe/Berlin).`, { field });
}

function checkWindow({ from, to }: WorkspaceSettings['window']): void {
  if (opensBeforeItCloses({ from, to })) return;
  throw new AppError('validation_failed', `The window must open before it closes: ${from} is not before ${to}.`, {
    field: 'window.to',
  });
}
