import { readsLikeName as isName } from '@outbound/node-service/text/reads-like-name';
import { withoutHidden } from './clean-text.ts';

/** True if foreign text reads like a name, a job title, or a few harmless words. */
export function readsLikeName(text: string): boolean {
  return isName(withoutHidden(text).trim());
}
