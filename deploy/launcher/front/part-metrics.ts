import type { PartStatus } from '../processes/part.ts';

export interface WatchedPart {
  name: string;
  status: PartStatus;
  restarts: number;
}

/** Metrics about the parts themselves, which a part that is down cannot give. Every part is there from the start. */
export function partMetrics(parts: readonly WatchedPart[]): string {
  const lines = [
    '# HELP outbound_part_up 1 while the part is ready, 0 while it is starting, degraded, or down.',
    '# TYPE outbound_part_up gauge',
    ...parts.map(({ name, status }) => `outbound_part_up{part="${name}"} ${status.state === 'ready' ? 1 : 0}`),
    '# HELP outbound_part_restarts_total Restarts of the part after it ended by itself or hung.',
    '# TYPE outbound_part_restarts_total counter',
    ...parts.map(({ name, restarts }) => `outbound_part_restarts_total{part="${name}"} ${restarts}`),
  ];
  return `${lines.join('\n')}\n`;
}
