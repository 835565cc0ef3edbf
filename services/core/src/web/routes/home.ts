import { countApiKeys } from '../../store/identity/api-key-store.ts';
import { listAudit } from '../../store/requests/audit-store.ts';
import { readBalance } from '../../store/requests/ledger-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { renderPage } from '../render-page.ts';
import { waitingForPerson } from '../waiting-for-person.ts';
import type { WebDeps, WebRouter } from '../web-deps.ts';

const activityMax = 8;

export const homePages = (router: WebRouter, deps: WebDeps): void => {
  router.get('/app', requireMember, async (ctx) => {
    const { workspace } = memberIn(ctx);
    const activity = await listAudit(workspace.id, {}, { limit: activityMax, sort: '-id' });
    await renderPage(ctx, 'home', {
      baseUrl: deps.config.baseUrl,
      balance: await readBalance(workspace.id),
      hasKey: (await countApiKeys(workspace.id)) > 0,
      activity: activity.items,
      waiting: await waitingForPerson(workspace),
    });
  });
};
