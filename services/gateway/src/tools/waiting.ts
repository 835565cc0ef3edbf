import type { ToolRegistry } from './registry.ts';
import type { ToolContext } from './tool.ts';

/** Everything that is pending for the caller: read as a resource, and watched by `subscriptions/listen`. */
export const waitingResource = {
  uri: 'outbound://waiting',
  name: 'waiting',
  title: 'Pending actions, approvals, and replies',
  description:
    'Actions prepared through this connection, approvals that a member has to decide, and replies that need an answer.',
  mimeType: 'application/json',
};

const sections = [
  ['prepared', 'list_pending_actions', {}],
  ['approvals', 'list_approvals', { isPending: true }],
  ['replies', 'list_replies', { needsAction: true }],
] as const;

/** The first page of each list that the caller may read. */
export async function readWaiting(registry: ToolRegistry, context: ToolContext): Promise<Record<string, unknown>> {
  const open = sections.filter(([, tool]) => registry.isOpenTo(tool, context));
  const read = await Promise.all(
    open.map(async ([name, tool, input]) => {
      const { structured = {} } = await registry.call(tool, input, context);
      return [name, structured.data ?? structured.pending ?? []] as const;
    }),
  );
  return Object.fromEntries(read);
}
