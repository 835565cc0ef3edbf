import type { Action } from '../core-client/contract.ts';
import { ToolError } from '../errors/errors.ts';
import { type ArgumentCheck, createArgumentCheck } from './argument-check.ts';
import { requireScopes, type ToolDeps } from './call-context.ts';
import { canonicalInput } from './canonical-input.ts';
import { followJob } from './follow-job.ts';
import { isPersonsOwn, openPage, pageInputSchema, refuseSecrets } from './person-page.ts';
import { prepareAction } from './previews/prepare-action.ts';
import { askAtOnce, mayRunAtOnce, runAtOnce } from './previews/run-at-once.ts';
import { readAction } from './read-action.ts';
import type { ToolContext, ToolResult } from './tool.ts';

/** Runs an action for a tool: a read immediately, anything else as a preview. */
export class ActionRunner {
  readonly #deps: ToolDeps;
  readonly #actions: ReadonlyMap<string, Action>;
  readonly #checks = new Map<string, ArgumentCheck>();

  constructor(deps: ToolDeps, actions: ReadonlyMap<string, Action>) {
    this.#deps = deps;
    this.#actions = actions;
  }

  /** `notes`: descriptions of how the caller's arguments were read. */
  async run(
    action: Action,
    asked: Record<string, unknown>,
    context: ToolContext,
    notes: string[] = [],
  ): Promise<ToolResult> {
    requireScopes(action, context);
    refuseSecrets(action, asked, this.#deps.baseUrl);
    const input = this.#checkOf(action)(asked, notes);
    refuseSecrets(action, input, this.#deps.baseUrl);
    if (isPersonsOwn(action)) return openPage(this.#deps, this.#actions, action, input, context);
    if (action.effect === 'read') {
      if (action.name === 'get_job') await this.#waitForJob(input, context);
      return readAction(this.#deps.core, action, input, context);
    }
    if (context.surface.isReadOnly)
      throw new ToolError(`${action.name} changes data, and this connection is read only.`);
    const prepared = await prepareAction(this.#deps, action, input, context, notes);
    const deps = { ...this.#deps, actions: this.#actions };
    if (!mayRunAtOnce(action, context)) return askAtOnce(deps, prepared, context);
    return runAtOnce(deps, action, prepared, context);
  }

  async #waitForJob({ jobId }: Record<string, unknown>, context: ToolContext): Promise<void> {
    await followJob(this.#deps.core, this.#actions.get('get_job'), String(jobId), context);
  }

  #checkOf(action: Action): ArgumentCheck {
    const known = this.#checks.get(action.name);
    if (known) return known;
    const schema = isPersonsOwn(action) ? pageInputSchema(action) : action.inputSchema;
    const check = createArgumentCheck(schema, {
      isRead: action.effect === 'read',
      respell: (input) => canonicalInput(input, action.aliases),
    });
    this.#checks.set(action.name, check);
    return check;
  }
}
