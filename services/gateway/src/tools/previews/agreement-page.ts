import type { PreviewLine } from '../../store/preview.ts';

/** The page where a signed-in person sees what this agent has prepared, and can agree to it or refuse it. */
export function agreementUrl(baseUrl: string, { agentId }: Pick<PreviewLine, 'agentId'>): string {
  return agentId === undefined ? `${baseUrl}/app/agents` : `${baseUrl}/app/agents/${encodeURIComponent(agentId)}`;
}

/** Where the person can still agree, and until when. */
export function stillPossible(baseUrl: string, preview: Pick<PreviewLine, 'agentId' | 'expiresAt'>): string {
  const until = preview.expiresAt.toISOString();
  return `Until ${until}, a signed-in person can still agree to it at ${agreementUrl(baseUrl, preview)}; after that, confirm it again.`;
}
