import type { Action } from '../core-client/contract.ts';
import { ToolError } from '../errors/errors.ts';
import { type ArgumentCheck, createArgumentCheck } from './argument-check.ts';
import { callContext, requireScopes, type ToolDeps } from './call-context.ts';
import { canonicalInput } from './canonical-input.ts';
import { describeFailure } from './describe-failure.ts';
import { followJob } from './follow-job.ts';
import { type LookUp, resolveNames } from './names/resolve-names.ts';
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
    const lookUp = this.lookUpFor(context);
    const named = await resolveNames(action.inputSchema, asked, notes, lookUp);
    const input = this.#checkOf(action)(named, notes);
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

  /** Looks up records with the caller's rights. */
  lookUpFor(context: ToolContext): LookUp {
    return (list, filter) => this.#lookUp(list, filter, context);
  }

  async #lookUp(list: string, filter: Record<string, unknown>, context: ToolContext): ReturnType<LookUp> {
    const action = this.#actions.get(list);
    if (action === undefined) return { items: [] };
    requireScopes(action, context);
    const { limit: _limit, cursor: _cursor, ...rest } = filter;
    const answer = await this.#deps.core.call(
      action,
      action.paged ? filter : rest,
      { read: true },
      await callContext(context),
    );
    if (!answer.ok) throw new ToolError(describeFailure(answer.failure));
    const { data, page } = answer.envelope;
    return { items: data as Awaited<ReturnType<LookUp>>['items'], nextCursor: page?.nextCursor };
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
