import type { PreviewLine } from '../../store/preview.ts';

/** Page where a signed-in person sees this agent's prepared actions and can agree to them or decline them. */
export function agreementUrl(baseUrl: string, { agentId }: Pick<PreviewLine, 'agentId'>): string {
  return agentId === undefined ? `${baseUrl}/app/agents` : `${baseUrl}/app/agents/${encodeURIComponent(agentId)}`;
}

/** Names the page where the person can still agree, and the deadline. */
export function stillPossible(baseUrl: string, preview: Pick<PreviewLine, 'agentId' | 'expiresAt'>): string {
  const until = preview.expiresAt.toISOString();
  return `Until ${until}, a signed-in person can still agree to it at ${agreementUrl(baseUrl, preview)}; after that, confirm it again.`;
}
