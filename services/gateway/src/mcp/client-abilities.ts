import { randomUUID } from 'node:crypto';

/** Ways in which a client can involve its person. */
export interface Abilities {
  canAnswer: boolean;
  canOpenPages: boolean;
}

interface Elicitation {
  form?: object;
  url?: object;
}

/** Reads the capabilities that a client declares. An empty `elicitation` means forms. */
export function abilitiesOf(capabilities: unknown): Abilities {
  const { elicitation } = (capabilities ?? {}) as { elicitation?: Elicitation };
  if (typeof elicitation !== 'object' || elicitation === null) return { canAnswer: false, canOpenPages: false };
  const canOpenPages = elicitation.url !== undefined;
  return { canAnswer: elicitation.form !== undefined || !canOpenPages, canOpenPages };
}

const sessionPattern = /^asks-(form|none)-(url|none)\./;

/**
 * A session ID that encodes the client's abilities. It comes back with each request, so nothing has to be stored. It
 * grants nothing: a client that changes it only misrepresents itself.
 */
export function sessionIdOf({ canAnswer, canOpenPages }: Abilities): string | undefined {
  if (!canAnswer && !canOpenPages) return undefined;
  return `asks-${canAnswer ? 'form' : 'none'}-${canOpenPages ? 'url' : 'none'}.${randomUUID()}`;
}

export function abilitiesIn(sessionId: string | undefined): Abilities {
  const [, form, url] = sessionPattern.exec(sessionId ?? '') ?? [];
  return { canAnswer: form === 'form', canOpenPages: url === 'url' };
}
