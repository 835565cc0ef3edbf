export interface Part {
  name: string;
  script: string;
  args?: string[];
  env: Record<string, string>;
}

/** The form of GET /readyz. */
export interface PartStatus {
  state: 'starting' | 'ready' | 'degraded' | 'down';
  reason?: string;
  /** ISO 8601. */
  since: string;
}

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}
