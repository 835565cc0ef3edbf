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

/** Metrics of the public port. */
export function connectionMetrics({ total, rejected }: { total: number; rejected: number }): string {
  const lines = [
    '# HELP outbound_connections Open connections of the public port.',
    '# TYPE outbound_connections gauge',
    `outbound_connections ${total}`,
    '# HELP outbound_connections_rejected_total Connections closed because their network, or all together, had too many.',
    '# TYPE outbound_connections_rejected_total counter',
    `outbound_connections_rejected_total ${rejected}`,
  ];
  return `${lines.join('\n')}\n`;
}
