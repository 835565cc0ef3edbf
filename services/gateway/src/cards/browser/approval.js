// What an approval sends, in groups. The card decides nothing: its button opens the approval's page.
import { read, startCard } from './host.js';
import { badge, button, count, facts, pageLink, part, sentence, show, showNote, textOf, timeOf } from './parts.js';

const stateBadges = {
  pending: ['amber', 'Needs approval'],
  approved: ['teal', 'Approved'],
  executed: ['green', 'Done'],
  failed: ['red', 'Failed'],
  declined: ['gray', 'Declined'],
  expired: ['gray', 'Expired'],
};

/** The approval in a tool's call or result: named there, or at the end of its page's URL. */
function approvalIdIn(input, { approvalUrl, data }) {
  const named = data?.id ?? input.approvalId ?? approvalUrl?.split('/').at(-1);
  return /^\w{1,64}$/.test(named ?? '') ? named : undefined;
}

function textPart(step, index, steps) {
  const { stepId, variantId, branch, isWrittenPerPerson } = step;
  const hasVariants = steps.filter((each) => each.stepId === stepId).length > 1;
  const named = [hasVariants && `Variant ${variantId}`, branch, isWrittenPerPerson && 'A sample'].filter(Boolean);
  const subject = textOf(step, 'subject');
  const text = part(
    'details',
    'text',
    part('summary', '', subject || `Message ${index + 1}`, part('span', 'quiet', named.join(' · '))),
    part('p', 'mail', textOf(step, 'body')),
  );
  text.open = index === 0;
  return text;
}

function groupPart(group, index) {
  const { recipientCount, unsupportedCount, sender, replyTo, times, attachments, steps, notice } = group;
  return part(
    'section',
    'group',
    part(
      'h2',
      '',
      `Group ${index + 1}: ${count(recipientCount, 'person', 'people')}`,
      unsupportedCount > 0 && badge('red', `Claims with no source: ${count(unsupportedCount, 'person', 'people')}`),
    ),
    facts([
      ['From', sender],
      ['Reply to', replyTo],
      ['First message', timeOf(times.earliestAt)],
      ['Attachments', attachments.map(({ fileName }) => fileName).join(', ')],
    ]),
    steps.map(textPart),
    ...[notice, textOf(group, 'signature'), textOf(group, 'footer')].map(
      (text) => text && part('p', 'mail quiet', text),
    ),
  );
}

function titleOf({ recipients, action }) {
  if (recipients > 0) return `Send to ${count(recipients, 'person', 'people')}`;
  return sentence(action);
}

async function showApproval(approvalId) {
  const [{ data: approval }, first] = await Promise.all([
    read('get_approval', { approvalId }),
    read('get_approval_manifest', { approvalId }),
  ]);
  const groups = part('div', 'groups');
  const more = part('div', 'actions');
  function addPage({ data, page }) {
    groups.append(...data.groups.map((group, index) => groupPart(group, groups.childElementCount + index)));
    const { nextCursor } = page ?? {};
    const next = () => read('get_approval_manifest', { approvalId, cursor: nextCursor }).then(addPage);
    more.replaceChildren(...(nextCursor ? [button('Show more groups', next)] : []));
  }
  addPage(first);
  const [hue, word] = stateBadges[approval.state] ?? ['gray', approval.state];
  show(
    part('header', '', part('h1', '', titleOf(approval)), badge(hue, word)),
    part('p', 'quiet', approval.summary),
    facts([
      ['Credits', approval.credits > 0 && approval.credits.toLocaleString()],
      ['Groups', first.data.groupCount > 1 && first.data.groupCount.toLocaleString()],
      ['Why', approval.reason],
      ['Requested by', approval.requestedBy.name],
      ['Decided by', approval.decidedBy?.name],
      ['Open until', approval.state === 'pending' && timeOf(approval.expiresAt)],
    ]),
    groups,
    more,
    part(
      'footer',
      '',
      part(
        'div',
        'actions',
        pageLink(
          `/app/approvals/${approvalId}`,
          approval.state === 'pending' ? 'Review and decide' : 'Open in Outbound',
        ),
        button('Refresh', () => showApproval(approvalId)),
      ),
      approval.state === 'pending' &&
        part(
          'p',
          'quiet',
          'A member decides on the page, which shows every text as it is sent. This card cannot approve.',
        ),
    ),
  );
}

void startCard(({ input, result }) => {
  const approvalId = approvalIdIn(input, result);
  return approvalId === undefined ? showNote(result.summary ?? '') : showApproval(approvalId);
});
