import { type AnyAction, areaOf, isRead, pathParametersOf } from '../../actions/definition/define-action.ts';
import { actions } from '../../actions/index.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { searchIn } from '../chain/read-query.ts';
import { actionHref } from '../do/action-link.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebDeps, WebRouter } from '../frame/web-deps.ts';
import { typeOfField } from '../shown/record-types.ts';
import { forPeople, labelOf } from '../shown/words.ts';

interface Command {
  href: string;
  title: string;
  summary: string;
  effect: string;
  /** Kind of record that it needs, unless it concerns the whole workspace. */
  needs?: string;
}

/** All commands, as a plain page and as the list of the palette. */
export function commandPages(router: WebRouter, _deps: WebDeps): void {
  router.get('/app/commands', requireMember, async (ctx) => {
    const search = searchIn(ctx);
    const found = actions.filter((action) => matches(action, search));
    const areas = Object.entries(Object.groupBy(found, areaOf)).map(([area, members]) => ({
      area: labelOf(area),
      commands: members!.map(commandOf),
    }));
    await renderPage(ctx, 'commands', { areas, search });
  });
  router.get('/app/commands.json', requireMember, async (ctx) => {
    ctx.body = actions.map((action) => ({ ...commandOf(action), area: labelOf(areaOf(action)) }));
  });
}

function commandOf(action: AnyAction): Command {
  const [idField] = pathParametersOf(action);
  const type = idField === undefined ? undefined : typeOfField(idField);
  const { name, title, summary, effect } = action;
  return {
    href: actionHref(name),
    title,
    summary: forPeople(summary),
    effect: isRead(action) ? 'show' : effect,
    needs: type?.noun,
  };
}

function matches({ title, summary }: AnyAction, search = ''): boolean {
  const text = `${title} ${summary}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
