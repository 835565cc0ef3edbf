import type { HitCount, Ranked } from '../../../domain/workspaces/providers/hit-rates.ts';
import { isPeopleKind, type PeopleKind } from '../../../domain/workspaces/providers/provider-kinds.ts';
import type { ProspectSource } from '../../../providers/prospects/prospect-source.ts';
import { listProviders } from '../../../store/workspaces/providers/provider-store.ts';
import { findHits } from '../../../store/workspaces/providers/provider-usage-store.ts';
import type { ActionContext } from '../../context/action-context.ts';

/** Credits for a valid address from a provider of the installation, and from one without another choice. */
const usualPrice = 1;

/** A provider that looks people up, with what decides its turn and its price. */
export interface Asking extends Ranked {
  kind: PeopleKind;
  source: ProspectSource;
  creditsPerResult: number;
  counts: readonly HitCount[];
}

/** Providers that look people up for the workspace, in no order. */
export async function findAsking({ workspaceId, ports }: ActionContext): Promise<Asking[]> {
  const remote = await ports.prospects.remoteOf(workspaceId);
  if (remote.length === 0) return [];
  const [own, hits] = [await listProviders(workspaceId), await findHits(workspaceId)];
  return remote.flatMap((source) => {
    const kind = source.name as PeopleKind;
    if (!isPeopleKind(kind)) return [];
    const settings = own.find((provider) => provider.kind === kind);
    return [
      {
        kind,
        source,
        position: settings?.position ?? null,
        creditsPerResult: settings?.creditsPerResult ?? usualPrice,
        counts: hits.get(kind) ?? [],
      },
    ];
  });
}

/** Credits for a person of whom this source gave a valid address. */
export function creditsForResult(asking: readonly Asking[], source: string): number {
  return asking.find(({ kind }) => kind === source)?.creditsPerResult ?? usualPrice;
}

/** Most credits that one person can cost. */
export function creditsMax(asking: readonly Asking[]): number {
  return asking.length === 0 ? usualPrice : Math.max(...asking.map(({ creditsPerResult }) => creditsPerResult));
}
