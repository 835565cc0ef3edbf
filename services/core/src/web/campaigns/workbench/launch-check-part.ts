import { counted } from '../../../domain/text/counted.ts';
import { checkTexts } from '../../../engine/campaigns/check-texts.ts';
import { memberIn } from '../../chain/load-visitor.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps } from '../../frame/web-deps.ts';
import { forPeople } from '../../shown/words.ts';

/** People whose texts the page checks. The launch checks all of them. */
const checkedMax = 500;

/** Says for how many people a text cannot be sent, and why. */
export async function showLaunchCheck(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  const campaignId = ctx.params.campaignId!;
  const { checkedCount, isAll, lacks } = await checkTexts(campaignId, checkedMax, { workspace, now: deps.now });
  await renderPage(ctx, ctx.get('hx-request') === 'true' ? 'launch-check' : 'launch-check-page', {
    campaignPath: `/app/campaigns/${campaignId}`,
    checked: counted(checkedCount, 'person'),
    hasPeople: checkedCount > 0,
    isAll,
    lacks: lacks.map((lack) => ({ ...lack, message: forPeople(lack.message), people: counted(lack.count, 'person') })),
  });
}
