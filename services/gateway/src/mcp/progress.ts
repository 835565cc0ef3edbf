import type { ToolContext } from '../tools/tool.ts';
import type { Params } from './catalog/catalog.ts';

/** Reports the progress of a call to a client that requested it. */
export function progressBy(
  { progressToken }: Params,
  notify: (method: string, params: Params) => Promise<void>,
): Pick<ToolContext, 'reportProgress'> {
  if (progressToken === undefined) return {};
  return {
    reportProgress: (progress, total, message) =>
      notify('notifications/progress', { progressToken, progress, message, ...(total !== undefined && { total }) }),
  };
}
