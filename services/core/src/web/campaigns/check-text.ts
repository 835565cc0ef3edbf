import { findTemplateProblem } from '../../domain/messages/templates/render-template.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import type { WebRouter } from '../frame/web-deps.ts';

const proposedMax = 12;

/** What is wrong with a text that somebody is typing, as saving it would say; '' when nothing is. */
export function checkTextPages(router: WebRouter): void {
  router.post('/app/check-text', requireMember, async (ctx) => {
    const found = findTemplateProblem(fieldIn(ctx, 'text'));
    const known = found?.allowedValues?.slice(0, proposedMax).join(', ');
    ctx.body = { problem: found === null ? '' : `${found.message}${known ? ` There are ${known} and more.` : ''}` };
  });
}
