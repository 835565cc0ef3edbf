import { ConfigError } from '@outbound/node-service/settings/common-settings';
import { type ModelKind, modelKinds } from '../domain/workspaces/providers/provider-kinds.ts';
import { type Environment, integer, oneOf, requiredText } from './read-setting.ts';

export interface ModelConfig {
  kind: ModelKind;
  /** Undefined: the provider's own address. */
  url?: string;
  apiKey?: string;
  name: string;
  timeoutMs: number;
}

/** Null if neither MODEL_KIND nor MODEL_URL is set. */
export function readModel(env: Environment): ModelConfig | null {
  if (!env.MODEL_KIND && !env.MODEL_URL) return null;
  const kind = oneOf(env, 'MODEL_KIND', modelKinds, 'compatible') as ModelConfig['kind'];
  if (kind === 'compatible' && !env.MODEL_URL) throw new ConfigError('MODEL_KIND=compatible needs MODEL_URL.');
  return {
    kind,
    name: requiredText(env, 'MODEL_NAME', kind === 'compatible' ? 'gpt-4.1-mini' : undefined),
    timeoutMs: integer(env, 'MODEL_TIMEOUT_MS', 20_000, 100, 120_000),
    ...(env.MODEL_URL && { url: env.MODEL_URL }),
    ...(env.MODEL_API_KEY && { apiKey: env.MODEL_API_KEY }),
  };
}
