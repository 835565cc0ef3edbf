import type { Finding } from './finding.ts';

const answerMs = 3_500;

interface Report {
  parts?: Record<string, { state: string; reason?: string }>;
}

/** Checks the status reported by the running product. Not running is not a problem. */
export async function checkParts(baseUrl: string): Promise<Finding[]> {
  let report: Report;
  try {
    const answer = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(answerMs) });
    report = (await answer.json()) as Report;
  } catch {
    return [];
  }
  return Object.entries(report.parts ?? {})
    .filter(([, { state }]) => state !== 'ready')
    .map(([name, { state, reason }]) => ({
      level: state === 'down' ? ('error' as const) : ('warning' as const),
      about: 'parts',
      message: `${name} is ${state}${reason === undefined ? '' : `: ${reason}`}`,
      remedy: `see ${name}.log among the logs`,
    }));
}
