import { requireMember } from '../chain/load-visitor.ts';
import { dayChart } from '../charts/day-chart.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { replyClassLooks, stateLooks } from '../shown/states.ts';
import { colorTokens, contrastRules, worstContrast } from './tokens.ts';

/** Shows every part in every state, for developers of Outbound. The page does not exist in production. */
export function designPage(router: WebRouter, { config }: WebDeps): void {
  if (!config.isDevelopment) return;
  router.get('/app/design', requireMember, show);
}

async function show(ctx: WebContext): Promise<void> {
  await renderPage(ctx, 'design', {
    colors: colorTokens(),
    contrasts: contrastRules.map((rule) => ({ ...rule, ...rounded(worstContrast(rule)) })),
    classes: Object.keys(replyClassLooks),
    kinds: Object.entries(stateLooks).map(([kind, looks]) => ({ kind, states: Object.keys(looks) })),
    ...samples(),
  });
}

function rounded({ light, dark }: { light: number; dark: number }) {
  return { light: light.toFixed(2), dark: dark.toFixed(2) };
}

const longName = 'Maximiliane Friederike von und zu Hohenlohe-Waldenburg-Schillingsfürst, the Younger';

/** Samples with no, one, many, and extreme data. */
function samples() {
  const days = Array.from({ length: 14 }, (_, index) => ({
    day: `2026-11-${String(index + 10).padStart(2, '0')}`,
    sent: 6 + ((index * 5) % 9),
    replied: index % 4,
    before: 4 + ((index * 3) % 7),
  }));
  return {
    chart: dayChart({
      days: days.map(({ day }) => day),
      bars: { name: 'Sent', values: days.map(({ sent }) => sent), hue: 'accent', hrefOf: () => '/app/design' },
      line: { name: 'Replied', values: days.map(({ replied }) => replied), hue: 'teal' },
      before: days.map(({ before }) => before),
    }),
    emptyChart: dayChart({ days: ['2026-11-10'], bars: { name: 'Sent', values: [4], hue: 'accent' } }),
    people: [
      { id: 'con_1', name: 'Priya Raman', company: 'Northwind Logistics', stage: 'new', score: 91, email: 'valid' },
      { id: 'con_2', name: longName, company: longName, stage: 'do_not_contact', score: 4, email: 'do_not_mail' },
      { id: 'con_3', name: 'ليلى بن علي', company: 'شركة الشحن', stage: 'replied', score: 64, email: 'catch_all' },
      { id: 'con_4', name: 'Łukasz Wiśniewski', company: '–', stage: 'customer', score: 100, email: 'unverified' },
    ],
    field: { errors: { broken: 'Enter an email address, for example ada@example.org.' }, values: { broken: 'ada@' } },
    many: (12_431).toLocaleString('en-US'),
  };
}
