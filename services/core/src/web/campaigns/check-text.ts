import { findTemplateProblem } from '../../domain/messages/templates/render-template.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import type { WebRouter } from '../frame/web-deps.ts';

const proposedMax = 12;

/** Checks a text while a person types it, with the same errors as saving it. '' if the text is valid. */
export function checkTextPages(router: WebRouter): void {
  router.post('/app/check-text', requireMember, async (ctx) => {
    const found = findTemplateProblem(fieldIn(ctx, 'text'));
    const known = found?.allowedValues?.slice(0, proposedMax).join(', ');
    ctx.body = { problem: found === null ? '' : `${found.message}${known ? ` There are ${known} and more.` : ''}` };
  });
}
